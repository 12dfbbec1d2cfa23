import { createContext, use } from "react";
import * as allLanguages from "../../core/language/catalogs.ts";
import type { SiteTexts } from "../../core/language/en/site.ts";
import { chooseLanguage, type Language as LanguageId } from "../../core/language/languages.ts";

/** Returns the texts for an edition's language tag. A browser loads only the language of its page. */
export const getTexts: (tag: string) => SiteTexts = import.meta.env.SSR
  ? allLanguages.getSiteTexts
  : await loadTexts({
      en: async () => (await import("../../core/language/en/site.ts")).createSiteTexts,
      es: async () => (await import("../../core/language/es/site.ts")).createSiteTexts,
    });

type Catalogs<Texts> = Record<Exclude<LanguageId, "xa">, () => Promise<(tag: string) => Texts>>;

/** Loads a catalog in the language of the document, in browsers. The server imports all catalogs instead. */
export async function loadTexts<Texts>(catalogs: Catalogs<Texts>): Promise<() => Texts> {
  const tag = document.documentElement.lang;
  const language = chooseLanguage(tag);
  const isPseudo = !import.meta.env.SSR && language === "xa";
  const created = (await catalogs[language === "xa" ? "en" : language]())(tag);
  const texts = isPseudo ? (await import("../../core/language/pseudoText.ts")).toPseudoTexts(created) : created;
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
