import { subscribeTo, useBrowserValue } from "./useBrowserValue.ts";

/** Allowed values of the reader's settings, the default first. Stored in localStorage, readable before first paint. */
export const CHOICES = {
  /** "system" follows the device's colors. */
  theme: ["system", "light", "dark"],
  /** Text size of stories. */
  text: ["normal", "large", "larger", "largest"],
  /** Loading of photos. */
  pictures: ["all", "none"],
  /** Storage of opened stories: the reading history. */
  history: ["off", "on"],
  /** Single-key shortcuts, which speech input may trigger by accident (WCAG 2.2, 2.1.4). */
  keys: ["on", "off"],
} as const;

export type Choice = keyof typeof CHOICES;
export type Chosen<Name extends Choice> = (typeof CHOICES)[Name][number];

/** Inline script that sets `data-` attributes before the first paint and when another window changes a setting. */
export const THEME_SCRIPT = `(()=>{const known=${JSON.stringify(CHOICES)},set=(k,v)=>{const d=document.documentElement.dataset;if(known[k].indexOf(v)>0)d[k]=v;else delete d[k]};try{for(const k in known)set(k,localStorage.getItem(k))}catch{}addEventListener("storage",e=>{if(e.key===null)for(const k in known)set(k);else if(e.key in known)set(e.key,e.newValue)})})()`;

/** Event for a change in this window. Other windows of the site get the browser's `storage` event. */
const CHANGE = "choice";
const subscribeToChoices = subscribeTo("storage", CHANGE);

export function readChoice<Name extends Choice>(name: Name): Chosen<Name> {
  return (document.documentElement.dataset[name] ?? CHOICES[name][0]) as Chosen<Name>;
}

/** Applies a setting to this page and stores it for other pages. */
export function choose<Name extends Choice>(name: Name, value: Chosen<Name>): void {
  const isDefault = value === CHOICES[name][0];
  if (isDefault) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  try {
    if (isDefault) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is blocked, so the setting applies only to this page.
  }
  window.dispatchEvent(new Event(CHANGE));
}

/** Returns a setting on this device; null in the server's HTML. */
export function useChoice<Name extends Choice>(name: Name): Chosen<Name> | null {
  return useBrowserValue(subscribeToChoices, () => readChoice(name), null);
}
