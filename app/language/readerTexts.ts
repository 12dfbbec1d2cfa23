import * as allLanguages from "../../core/language/catalogs.ts";
import type { ReaderTexts } from "../../core/language/en/reader.ts";
import { loadTexts, useLanguage } from "./texts.ts";

/** Returns texts of the briefing and of readers' own pages. In browsers, importing this module waits for the texts. */
export const getReaderTexts: (tag: string) => ReaderTexts = import.meta.env.SSR
  ? allLanguages.getReaderTexts
  : await loadTexts({
      en: async () => (await import("../../core/language/en/reader.ts")).createReaderTexts,
      es: async () => (await import("../../core/language/es/reader.ts")).createReaderTexts,
    });

export function useReaderTexts(): ReaderTexts {
  return getReaderTexts(useLanguage());
}
