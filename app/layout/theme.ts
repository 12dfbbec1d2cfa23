/** The reader's choice of colors, kept on the device; "system" follows the device's own. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

/**
 * Sets the choice before the first paint, so that a dark page never flashes white, and again when it is made in another
 * window or in the page around a frame. A device that keeps nothing is no error.
 */
export const THEME_SCRIPT = `(()=>{const set=t=>{const d=document.documentElement.dataset;if(t==="light"||t==="dark")d.theme=t;else delete d.theme};try{set(localStorage.getItem("${KEY}"))}catch{}addEventListener("storage",e=>{if(e.key==="${KEY}")set(e.newValue)})})()`;

export function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds for this page where the device keeps nothing.
  }
}
