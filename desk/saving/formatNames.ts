import { getLanguage } from "../texts/texts.ts";

/** Lists names in the desk's language: "Ben Cole and Ada Moss". */
export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(getLanguage()).format(names);
}
