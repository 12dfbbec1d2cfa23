import { subscribeTo, useBrowserValue } from "./useBrowserValue.ts";

/** Values of the reader's settings, the default first. localStorage makes them readable before the first paint. */
export const SETTINGS = {
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

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<Name extends SettingName> = (typeof SETTINGS)[Name][number];

/** Inline script that sets `data-` attributes before the first paint and when another window changes a setting. */
export const SETTINGS_SCRIPT = `(()=>{const known=${JSON.stringify(SETTINGS)},set=(k,v)=>{const d=document.documentElement.dataset;if(known[k].indexOf(v)>0)d[k]=v;else delete d[k]};try{for(const k in known)set(k,localStorage.getItem(k))}catch{}addEventListener("storage",e=>{if(e.key===null)for(const k in known)set(k);else if(e.key in known)set(e.key,e.newValue)})})()`;

/** Type of the event for a change in this window. Other windows of the site get the browser's `storage` event. */
const CHANGE_EVENT = "choice";
const subscribeToSettings = subscribeTo("storage", CHANGE_EVENT);

export function readSetting<Name extends SettingName>(name: Name): SettingValue<Name> {
  return (document.documentElement.dataset[name] ?? SETTINGS[name][0]) as SettingValue<Name>;
}

/** Applies a setting to this page and stores it for other pages. */
export function changeSetting<Name extends SettingName>(name: Name, value: SettingValue<Name>): void {
  const isDefault = value === SETTINGS[name][0];
  if (isDefault) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  try {
    if (isDefault) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is blocked, so the setting applies only to this page.
  }
  window.dispatchEvent(new Event(CHANGE_EVENT));
}

/** Returns a setting on this device; null in the server's HTML. */
export function useSetting<Name extends SettingName>(name: Name): SettingValue<Name> | null {
  return useBrowserValue(subscribeToSettings, () => readSetting(name), null);
}
