import { type DeskTexts, en } from "./en.ts";

const catalogs: Record<string, () => Promise<DeskTexts>> = {
  en: async () => en,
  es: async () => (await import("./es.lazy.ts")).es,
};

let current: DeskTexts = en;

/** Loads the texts of the browser's language. Call it before the first render. */
export async function loadTexts(languages: readonly string[]): Promise<void> {
  const [language = "en"] = languages
    .map((tag) => tag.split("-")[0] ?? "")
    .filter((tag) => Object.hasOwn(catalogs, tag));
  current = (await catalogs[language]?.()) ?? en;
  document.documentElement.lang = language;
}

export function getTexts(): DeskTexts {
  return current;
}
