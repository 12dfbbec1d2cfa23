import { chooseLanguage } from "../../../core/language/languages.ts";
import { describeFixedZone } from "./timeZones.ts";

/** Returns advice about a valid language or time zone that is probably not what the publisher meant. */
export function listLocalAdvice({ language, timeZone }: { language: string; timeZone: string }): string[] {
  const zone = describeFixedZone(timeZone);
  const { language: base } = new Intl.Locale(language);
  if (base === "en" || chooseLanguage(language) !== "en") return zone ? [`timeZone: ${zone}`] : [];
  return [
    ...(zone ? [`timeZone: ${zone}`] : []),
    `language: menus and buttons are in English, since there are only English (en) and Spanish (es) ones; dates and numbers follow ${language}.`,
  ];
}
