/** Themes of the desk; the first is the default. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const YEAR_MS = 365 * 24 * 60 * 60_000;
const themeListeners = new Set<() => void>();
const SINGLE_KEYS = "single-keys";

/** Returns the document's theme, which the server or `setTheme` has set. */
export function getTheme(): Theme {
  return THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";
}

/** Applies a theme and stores it in a cookie. The server reads the cookie and writes the theme into documents. */
export async function setTheme(theme: Theme): Promise<void> {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of themeListeners) listener();
  await setCookie("theme", theme);
}

export function subscribeToTheme(listener: () => void): () => void {
  themeListeners.add(listener);
  return () => themeListeners.delete(listener);
}

/** Stores the language that the server will use for the next document. */
export async function setLanguage(language: string): Promise<void> {
  await setCookie("language", language);
}

/** Returns false if the person has turned off single-key shortcuts, which speech input may trigger (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(SINGLE_KEYS, isOn ? "on" : "off");
  } catch {
    // If the browser blocks the storage, the shortcuts stay on.
  }
}

/** Stores a cookie. In a browser that rejects cookies, the setting lasts as long as the document. */
async function setCookie(name: string, value: string): Promise<void> {
  await window.cookieStore
    ?.set({ name, value, path: "/", sameSite: "lax", expires: Date.now() + YEAR_MS })
    .catch(() => {});
}
