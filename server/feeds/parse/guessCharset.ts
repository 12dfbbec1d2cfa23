/** A charset that feeds are in without saying so, and how much a text in it looks like what people write. */
interface Guess {
  charset: string;
  /** From 0 to 1, of the characters that are not ASCII. */
  likeness: (foreign: string) => number;
}

const SIMPLIFIED =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活";
const TRADITIONAL =
  "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活希望容易改";
const KOREAN = "이다는에의을를가은로하고지한서기도사라인대정자시어나아리수부일전들성동과구보원해제공그조스유있주경할";

/** Beside one another these are the sign of a language; alone, of an accent in a Western one. */
const GUESSES: readonly Guess[] = [
  { charset: "shift_jis", likeness: (text) => shareOf(text, /[ぁ-ん]/gu) },
  { charset: "euc-jp", likeness: (text) => shareOf(text, /[ぁ-ん]/gu) },
  { charset: "euc-kr", likeness: (text) => 1.5 * shareAmong(text, KOREAN) },
  { charset: "gb18030", likeness: (text) => 1.5 * shareAmong(text, SIMPLIFIED) },
  { charset: "big5", likeness: (text) => 1.5 * shareAmong(text, TRADITIONAL) },
  // Thai writes a vowel or tone mark only over a consonant.
  {
    charset: "windows-874",
    likeness: (text) =>
      0.9 * shareOf(text, /[ก-ฮ][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*|[เ-ไะาำ]/gu) -
      2 * shareOf(text, /(?<![ก-ฮ\u0e31-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/gu),
  },
  { charset: "windows-1251", likeness: (text) => shareOf(text, /[оеаинтсрвлкмдпу]/gu) },
  { charset: "koi8-r", likeness: (text) => shareOf(text, /[оеаинтсрвлкмдпу]/gu) },
];

const LIKELY = 0.3;

/**
 * The charset of a text that does not say it and is no UTF-8, by what its letters look like in each.
 *
 * @returns null where none is likely, which Western languages are taken for
 */
export function guessCharset(bytes: Uint8Array): string | null {
  let best: { charset: string; likeness: number } | null = null;
  for (const { charset, likeness } of GUESSES) {
    const text = decodeWhole(bytes, charset);
    if (text === null) continue;
    const foreign = text.replace(/[\0-\u007f]+/g, " ").trim();
    // Words of a script of their own stand together; an accent stands alone among Latin letters.
    const alone = foreign.split(" ").filter((run) => run.length === 1).length;
    if (foreign === "" || alone > foreign.length / 4) continue;
    const found = likeness(foreign);
    if (found >= LIKELY && found > (best?.likeness ?? 0)) best = { charset, likeness: found };
  }
  return best?.charset ?? null;
}

function decodeWhole(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function shareOf(text: string, pattern: RegExp): number {
  const letters = text.replaceAll(" ", "").length;
  return (text.match(pattern) ?? []).join("").length / Math.max(1, letters);
}

function shareAmong(text: string, common: string): number {
  const letters = text.match(/[\p{L}]/gu) ?? [];
  return letters.filter((letter) => common.includes(letter)).length / Math.max(1, letters.length);
}
