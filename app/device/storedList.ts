/** Reads a list of strings from localStorage; an empty one where there is none. */
export function readStoredList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** Stores a list of strings, and removes an empty one. A browser that stores nothing is no error. */
export function writeStoredList(key: string, list: readonly string[]): void {
  try {
    if (list.length > 0) localStorage.setItem(key, JSON.stringify(list));
    else localStorage.removeItem(key);
  } catch {
    // The list is forgotten with the page.
  }
}
