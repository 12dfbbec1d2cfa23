import * as allLanguages from "../../core/language/catalogs.ts";
import type { PageTexts } from "../../core/language/en/pages.ts";
import { loadTexts, useLanguage } from "./texts.ts";

/** Returns texts of pages and panels that few visits open. In browsers, importing this module waits for the texts. */
export const getPageTexts: (tag: string) => PageTexts = import.meta.env.SSR
  ? allLanguages.getPageTexts
  : await loadTexts({
      en: async () => (await import("../../core/language/en/pages.ts")).createPageTexts,
      es: async () => (await import("../../core/language/es/pages.ts")).createPageTexts,
    });

export function usePageTexts(): PageTexts {
  return getPageTexts(useLanguage());
}
