/** What was looked for on this device last, newest first. It stays there: nothing of it is ever sent. */
const KEY = "searches";
const KEPT = 5;

export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((text) => typeof text === "string").slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(text: string): void {
  const wanted = text.trim();
  if (wanted) write([wanted, ...readRecent().filter((known) => known !== wanted)].slice(0, KEPT));
}

export function forgetSearches(): void {
  write([]);
}

function write(searches: string[]): void {
  try {
    if (searches.length > 0) localStorage.setItem(KEY, JSON.stringify(searches));
    else localStorage.removeItem(KEY);
  } catch {
    // A device that keeps nothing has no recent searches.
  }
}
