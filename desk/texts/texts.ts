import { type DeskTexts, en } from "./en.ts";

const catalogs: Record<string, () => Promise<DeskTexts>> = {
  en: async () => en,
  es: async () => (await import("./es.lazy.ts")).es,
};

/** Languages of the desk, each with its name in that language. */
export const LANGUAGES = { en: "English", es: "Español" };

let current: DeskTexts = en;

/** Loads the texts of the document's language, which the server chooses. Call it before the first render. */
export async function loadTexts(): Promise<void> {
  current = (await catalogs[getLanguage()]?.()) ?? en;
}

export function getTexts(): DeskTexts {
  return current;
}

/** Returns the BCP 47 tag of the desk's language. */
export function getLanguage(): string {
  return document.documentElement.lang;
}
