import { readdirSync } from "node:fs";
import { join } from "node:path";
import { chooseLanguage } from "../../core/language/languages.ts";

/** Paths of the scripts with a language's texts. Each key names a catalog in `core/language/en/`. */
export type LanguageFiles = Record<"site" | "pages" | "reader", string | undefined>;

/**
 * Returns a function that finds the scripts with a language's texts. Pages list these dynamically imported scripts, so
 * that browsers load them early and copies for offline reading include them.
 *
 * @param assets folder of the built app; null while Vite serves the app
 */
export function createLanguageFiles(assets: string | null): (tag: string) => LanguageFiles {
  const names = assets === null ? [] : readdirSync(join(assets, "assets"));
  return (tag) => {
    const language = chooseLanguage(tag);
    const find = (part: keyof LanguageFiles) => {
      // The pseudo-language "xa" is generated from the English texts.
      const prefix = `texts-${language === "xa" ? "en" : language}-${part}-`;
      const name = names.find((name) => name.startsWith(prefix) && name.endsWith(".js"));
      return name && `/assets/${name}`;
    };
    return { site: find("site"), pages: find("pages"), reader: find("reader") };
  };
}
