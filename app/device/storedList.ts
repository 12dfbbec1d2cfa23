/** Reads a list of strings from localStorage; returns an empty list if none is stored or readable. */
export function readStoredList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** Stores a list of strings; removes an empty list's key. Does not throw if the browser stores nothing. */
export function writeStoredList(key: string, list: readonly string[]): void {
  try {
    if (list.length > 0) localStorage.setItem(key, JSON.stringify(list));
    else localStorage.removeItem(key);
  } catch {
    // The browser stores nothing, so the list is lost when the page closes.
  }
}
