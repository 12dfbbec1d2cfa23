interface Guess {
  charset: string;
  /** Returns a score of the text's non-ASCII characters. A higher score makes the charset more likely. */
  getLikelihood: (foreign: string) => number;
}

const SIMPLIFIED =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活";
const TRADITIONAL =
  "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活希望容易改";
const KOREAN = "이다는에의을를가은로하고지한서기도사라인대정자시어나아리수부일전들성동과구보원해제공그조스유있주경할";

const GUESSES: readonly Guess[] = [
  { charset: "shift_jis", getLikelihood: (text) => getShare(text, /[ぁ-ん]/gu) },
  { charset: "euc-jp", getLikelihood: (text) => getShare(text, /[ぁ-ん]/gu) },
  { charset: "euc-kr", getLikelihood: (text) => 1.5 * getShareOfCommon(text, KOREAN) },
  { charset: "gb18030", getLikelihood: (text) => 1.5 * getShareOfCommon(text, SIMPLIFIED) },
  { charset: "big5", getLikelihood: (text) => 1.5 * getShareOfCommon(text, TRADITIONAL) },
  // In Thai, a vowel mark or tone mark can follow only a consonant.
  {
    charset: "windows-874",
    getLikelihood: (text) =>
      0.9 * getShare(text, /[ก-ฮ][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*|[เ-ไะาำ]/gu) -
      2 * getShare(text, /(?<![ก-ฮ\u0e31-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/gu),
  },
  { charset: "windows-1251", getLikelihood: (text) => getShare(text, /[оеаинтсрвлкмдпу]/gu) },
  { charset: "koi8-r", getLikelihood: (text) => getShare(text, /[оеаинтсрвлкмдпу]/gu) },
];

const MIN_LIKELIHOOD = 0.3;

/**
 * Guesses the charset of a text that is not UTF-8. Returns null if no charset is likely, and for texts in Western
 * languages, since `GUESSES` has no charsets for them.
 */
export function guessCharset(bytes: Uint8Array): string | null {
  let best: { charset: string; likelihood: number } | null = null;
  for (const { charset, getLikelihood } of GUESSES) {
    const text = decodeStrictly(bytes, charset);
    if (text === null) continue;
    const foreign = text.replace(/[\0-\u007f]+/g, " ").trim();
    // Non-Latin letters come in runs. A lone non-ASCII letter between Latin letters is an accented letter.
    const singles = foreign.split(" ").filter((run) => run.length === 1).length;
    if (foreign === "" || singles > foreign.length / 4) continue;
    const likelihood = getLikelihood(foreign);
    if (likelihood >= MIN_LIKELIHOOD && likelihood > (best?.likelihood ?? 0)) best = { charset, likelihood };
  }
  return best?.charset ?? null;
}

/** Decodes bytes in a charset. Returns null if the charset is unknown or the bytes are invalid in it. */
export function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function getShare(text: string, pattern: RegExp): number {
  const letters = text.replaceAll(" ", "").length;
  return (text.match(pattern) ?? []).join("").length / Math.max(1, letters);
}

function getShareOfCommon(text: string, common: string): number {
  const letters = text.match(/[\p{L}]/gu) ?? [];
  return letters.filter((letter) => common.includes(letter)).length / Math.max(1, letters.length);
}
