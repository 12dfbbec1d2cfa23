import * as allLanguages from "../../core/language/catalogs.ts";
import type { PageTexts } from "../../core/language/en/pages.ts";
import { chooseLanguage } from "../../core/language/languages.ts";
import { useLanguage } from "./texts.ts";

const loadEnglish = () => import("../../core/language/en/pages.ts");
const CATALOGS = {
  en: loadEnglish,
  es: () => import("../../core/language/es/pages.ts"),
  async xa() {
    const [{ toPseudoTexts }, { createPageTexts }] = await Promise.all([
      import("../../core/language/pseudoText.ts"),
      loadEnglish(),
    ]);
    return { createPageTexts: (tag: string) => toPseudoTexts(createPageTexts(tag)) };
  },
};

/**
 * Returns the texts of pages and panels that few visits open. In browsers, scripts that import this module wait until the
 * texts have loaded.
 */
export const getPageTexts: (tag: string) => PageTexts = import.meta.env.SSR
  ? allLanguages.getPageTexts
  : await loadTexts(document.documentElement.lang);

async function loadTexts(tag: string): Promise<() => PageTexts> {
  const { createPageTexts } = await CATALOGS[chooseLanguage(tag)]();
  const texts = createPageTexts(tag);
  return () => texts;
}

export function usePageTexts(): PageTexts {
  return getPageTexts(useLanguage());
}
