import { subscribeTo, useBrowserValue } from "./useBrowserValue.ts";

/** The reader's choices and their values, the default first. In localStorage, since the first paint depends on them. */
export const CHOICES = {
  /** "system" follows the device's colors. */
  theme: ["system", "light", "dark"],
  /** The text size of stories. */
  text: ["normal", "large", "larger", "largest"],
  /** Loading of photographs. */
  pictures: ["all", "none"],
  /** The list of opened stories. */
  history: ["off", "on"],
  /** Single-key shortcuts, which speech input may trigger by accident (WCAG 2.2, 2.1.4). */
  keys: ["on", "off"],
} as const;

export type Choice = keyof typeof CHOICES;
export type Chosen<Name extends Choice> = (typeof CHOICES)[Name][number];

/** Inline script: sets choices as `data-` attributes before the first paint and when another window changes them. */
export const THEME_SCRIPT = `(()=>{const known=${JSON.stringify(CHOICES)},set=(k,v)=>{const d=document.documentElement.dataset;if(known[k].indexOf(v)>0)d[k]=v;else delete d[k]};try{for(const k in known)set(k,localStorage.getItem(k))}catch{}addEventListener("storage",e=>{if(e.key===null)for(const k in known)set(k);else if(e.key in known)set(e.key,e.newValue)})})()`;

/** The event for a choice on this page. Other windows of the site get the browser's `storage`. */
const CHANGE = "choice";
const subscribeToChoices = subscribeTo("storage", CHANGE);

export function readChoice<Name extends Choice>(name: Name): Chosen<Name> {
  return (document.documentElement.dataset[name] ?? CHOICES[name][0]) as Chosen<Name>;
}

/** Applies a choice to this page and stores it for the next ones. */
export function choose<Name extends Choice>(name: Name, value: Chosen<Name>): void {
  const isDefault = value === CHOICES[name][0];
  if (isDefault) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  try {
    if (isDefault) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Blocked storage: the choice holds for this page.
  }
  window.dispatchEvent(new Event(CHANGE));
}

/** Returns the reader's choice on this device; null in the server's HTML. */
export function useChoice<Name extends Choice>(name: Name): Chosen<Name> | null {
  return useBrowserValue(subscribeToChoices, () => readChoice(name), null);
}
