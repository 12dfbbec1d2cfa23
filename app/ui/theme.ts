/**
 * What a reader chose for this device, one value of each list; the first stands where nothing was chosen. They are kept
 * apart from everything else, since they have to be known before the first paint.
 */
export const CHOICES = {
  /** "system" follows the device's own colors. */
  theme: ["system", "light", "dark"],
  /** How large stories are set. */
  text: ["normal", "large", "larger", "largest"],
  /** Whether photographs are loaded. */
  pictures: ["all", "none"],
  /** Whether stories that are opened are remembered. */
  history: ["off", "on"],
  /** Whether a single key does something where no field takes it (WCAG 2.2, 2.1.4: whoever speaks to the device may not want it). */
  keys: ["on", "off"],
} as const;

export type Choice = keyof typeof CHOICES;
export type Chosen<Name extends Choice> = (typeof CHOICES)[Name][number];

/**
 * Sets the choices before the first paint, so that a dark page never flashes white and no line moves, and again when one is
 * made in another window or in the page around a frame. A device that keeps nothing is no error.
 */
export const THEME_SCRIPT = `(()=>{const known=${JSON.stringify(CHOICES)},set=(k,v)=>{const d=document.documentElement.dataset;if(known[k].indexOf(v)>0)d[k]=v;else delete d[k]};try{for(const k in known)set(k,localStorage.getItem(k))}catch{}addEventListener("storage",e=>{if(e.key===null)for(const k in known)set(k);else if(e.key in known)set(e.key,e.newValue)})})()`;

const listeners = new Set<() => void>();

export function readChoice<Name extends Choice>(name: Name): Chosen<Name> {
  return (document.documentElement.dataset[name] ?? CHOICES[name][0]) as Chosen<Name>;
}

export function choose<Name extends Choice>(name: Name, value: Chosen<Name>): void {
  const isUsual = value === CHOICES[name][0];
  if (isUsual) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  try {
    if (isUsual) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The choice holds for this page where the device keeps nothing.
  }
  for (const listener of listeners) listener();
}

/** Calls back when a choice is made, here or in another window. @returns how to end it */
export function onChoice(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
