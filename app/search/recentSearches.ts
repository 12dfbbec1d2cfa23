import { readStoredList, writeStoredList } from "../device/storedList.ts";

/** The key in localStorage; devices have it. The list is never sent to the server. */
const KEY = "searches";
const MAX_SEARCHES = 5;

/** Returns the last searches on this device, newest first. */
export function readRecentSearches(): string[] {
  return readStoredList(KEY).slice(0, MAX_SEARCHES);
}

export function rememberSearch(text: string): void {
  writeStoredList(KEY, addSearch(readRecentSearches(), text));
}

export function clearRecentSearches(): void {
  writeStoredList(KEY, []);
}

/** Puts a search first, once, and drops the oldest beyond five. An empty search changes nothing. */
export function addSearch(recent: readonly string[], text: string): readonly string[] {
  const search = text.trim();
  if (search === "") return recent;
  return [search, ...recent.filter((other) => other !== search)].slice(0, MAX_SEARCHES);
}
