import type { Language } from "../language/languages.ts";
import { foldWord } from "./fold.ts";

const ENGLISH = `a about all also an and are as at be been but by can for from had has have he her his i if in into is it its
  more not of on one or our out said she so than that the their there they this to up was we were what when which who will
  with would you your`;
const SPANISH = `a al como con cuando de del desde dijo donde el ella en entre era es esta este fue ha han hay la las le les lo
  los más muy ni no o para pero por que se sea ser si sin sobre son su sus también tiene un una y ya`;

const STOP_WORDS: Record<Language, ReadonlySet<string>> = {
  en: foldAll(ENGLISH, "en"),
  es: foldAll(SPANISH, "es"),
  xa: foldAll(ENGLISH, "xa"),
};

function foldAll(words: string, language: Language): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => foldWord(word, language)));
}

/** Returns true for a folded word that is so common that it says nothing about a text, such as "the". */
export function isStopWord(word: string, language: Language): boolean {
  return STOP_WORDS[language].has(word);
}
