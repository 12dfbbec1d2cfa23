import * as allLanguages from "../../core/language/catalogs.ts";
import type { ReaderTexts } from "../../core/language/en/reader.ts";
import { chooseLanguage } from "../../core/language/languages.ts";
import { useLanguage } from "./texts.ts";

const loadEnglish = () => import("../../core/language/en/reader.ts");
const CATALOGS = {
  en: loadEnglish,
  es: () => import("../../core/language/es/reader.ts"),
  async xa() {
    const [{ toPseudoTexts }, { createReaderTexts }] = await Promise.all([
      import("../../core/language/pseudoText.ts"),
      loadEnglish(),
    ]);
    return { createReaderTexts: (tag: string) => toPseudoTexts(createReaderTexts(tag)) };
  },
};

/**
 * Returns the texts of a reader's own pages and of the briefing. In browsers, scripts that import this module wait until
 * the texts have loaded.
 */
export const getReaderTexts: (tag: string) => ReaderTexts = import.meta.env.SSR
  ? allLanguages.getReaderTexts
  : await loadTexts(document.documentElement.lang);

async function loadTexts(tag: string): Promise<() => ReaderTexts> {
  const { createReaderTexts } = await CATALOGS[chooseLanguage(tag)]();
  const texts = createReaderTexts(tag);
  return () => texts;
}

export function useReaderTexts(): ReaderTexts {
  return getReaderTexts(useLanguage());
}
