import { createContext, use } from "react";
import * as allLanguages from "../../core/language/catalogs.ts";
import type { SiteTexts } from "../../core/language/en/site.ts";
import { chooseLanguage } from "../../core/language/languages.ts";

const loadEnglish = () => import("../../core/language/en/site.ts");
const CATALOGS = {
  en: loadEnglish,
  es: () => import("../../core/language/es/site.ts"),
  async xa() {
    const [{ toPseudoTexts }, { createSiteTexts }] = await Promise.all([
      import("../../core/language/pseudoText.ts"),
      loadEnglish(),
    ]);
    return { createSiteTexts: (tag: string) => toPseudoTexts(createSiteTexts(tag)) };
  },
};

/** Returns the texts for an edition's language tag. A browser loads only the language of its page. */
export const getTexts: (tag: string) => SiteTexts = import.meta.env.SSR
  ? allLanguages.getSiteTexts
  : await loadTexts(document.documentElement.lang);

async function loadTexts(tag: string): Promise<() => SiteTexts> {
  const { createSiteTexts } = await CATALOGS[chooseLanguage(tag)]();
  const texts = createSiteTexts(tag);
  return () => texts;
}

/** Language tag of the page's edition; English for pages without a known edition. */
const Language = createContext("en");
export const LanguageProvider = Language.Provider;
export const useLanguage = () => use(Language);

/** Returns the texts that most pages show. */
export function useTexts(): SiteTexts {
  return getTexts(useLanguage());
}
