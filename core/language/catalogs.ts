import * as englishDesk from "./en/desk.ts";
import * as englishEdition from "./en/edition.ts";
import * as englishPages from "./en/pages.ts";
import * as englishReader from "./en/reader.ts";
import * as englishServer from "./en/server.ts";
import * as englishSignIn from "./en/signIn.ts";
import * as englishSite from "./en/site.ts";
import * as spanishDesk from "./es/desk.ts";
import * as spanishEdition from "./es/edition.ts";
import * as spanishPages from "./es/pages.ts";
import * as spanishReader from "./es/reader.ts";
import * as spanishServer from "./es/server.ts";
import * as spanishSignIn from "./es/signIn.ts";
import * as spanishSite from "./es/site.ts";
import { chooseLanguage, type Language } from "./languages.ts";
import { toPseudoTexts } from "./pseudoText.ts";

// The server loads the catalogs of all languages here. The browser build replaces this module with an empty one
// (vite.config.ts), so that browsers load only the catalogs of the page's language.

/** Functions that return the texts for an edition's language tag. */
export const getSiteTexts = cacheByTag({ en: englishSite.createSiteTexts, es: spanishSite.createSiteTexts });
export const getPageTexts = cacheByTag({ en: englishPages.createPageTexts, es: spanishPages.createPageTexts });
export const getReaderTexts = cacheByTag({ en: englishReader.createReaderTexts, es: spanishReader.createReaderTexts });
export const getEditionTexts = cacheByTag({
  en: englishEdition.createEditionTexts,
  es: spanishEdition.createEditionTexts,
});
export const getDeskTexts = cacheByTag({ en: englishDesk.createDeskTexts, es: spanishDesk.createDeskTexts });
export const getServerTexts = cacheByTag({ en: englishServer.createServerTexts, es: spanishServer.createServerTexts });
export const getSignInTexts = cacheByTag({ en: englishSignIn.createSignInTexts, es: spanishSignIn.createSignInTexts });

type Factory<Texts> = (tag: string) => Texts;

function cacheByTag<Texts>(factories: Record<Exclude<Language, "xa">, Factory<Texts>>): Factory<Texts> {
  const byTag = new Map<string, Texts>();
  return (tag) => {
    const known = byTag.get(tag);
    if (known) return known;
    const language = chooseLanguage(tag);
    const texts = language === "xa" ? toPseudoTexts(factories.en(tag)) : factories[language](tag);
    byTag.set(tag, texts);
    return texts;
  };
}
