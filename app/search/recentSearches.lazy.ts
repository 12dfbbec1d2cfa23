import { readStoredList, writeStoredList } from "../device/storedList.ts";

/** Key in localStorage for recent searches, which stay on the device. Do not change: readers' devices store it. */
const SEARCHES_KEY = "searches";
const MAX_SEARCHES = 5;

/** Returns up to five searches made on this device, newest first. */
export function readRecentSearches(): string[] {
  return readStoredList(SEARCHES_KEY).slice(0, MAX_SEARCHES);
}

export function rememberSearch(text: string): void {
  writeStoredList(SEARCHES_KEY, addSearch(readRecentSearches(), text));
}

export function clearRecentSearches(): void {
  writeStoredList(SEARCHES_KEY, []);
}

/** Returns at most five searches, `text` first and not repeated; `recent` itself if `text` is blank. */
export function addSearch(recent: readonly string[], text: string): readonly string[] {
  const search = text.trim();
  if (search === "") return recent;
  return [search, ...recent.filter((other) => other !== search)].slice(0, MAX_SEARCHES);
}
