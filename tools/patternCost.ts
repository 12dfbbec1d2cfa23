import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { Chars, getConsumedChars, isPotentiallyEmpty, type ReadonlyFlags } from "regexp-ast-analysis";
import { analyse } from "scslre";

type CharSet = ReturnType<typeof getConsumedChars>["chars"];

/** A part of a pattern. Null stands for the search, which tries the pattern at each position of the text. */
type Step = AST.Element | null;

/** A repetition with up to this many passes only adds a constant factor to the time. */
const MAX_COUNT = 1000;

const parser = new RegExpParser();

/**
 * Finds slow parts of a pattern: parts that take more than twice the time for a text of twice the length. `scslre`
 * finds pairs of repetitions that match the same characters. A second rule finds repetitions that can also match the
 * text before them. An example is `[^>]*` in `<img[^>]*>`, which can also match "<img". If a text repeats "<img" and
 * never has ">", the search makes an attempt at each "<img", and each attempt reads the rest of the text.
 */
export function findSlowParts(source: string, flags: string): string[] {
  const isUnicode = flags.includes("u");
  const options = { unicode: isUnicode, unicodeSets: flags.includes("v") };
  const pattern = parser.parsePattern(source, undefined, undefined, options);
  const parsedFlags = parser.parseFlags(flags);
  const { reports } = analyse(
    { pattern, flags: parsedFlags },
    { reportTypes: { Move: true, Self: true, Trade: true } },
  );
  const parts = reports.map((report) =>
    report.type === "Trade" ? `${report.startQuant.raw} and ${report.endQuant.raw}` : report.quant.raw,
  );
  const starts: Step[] = parsedFlags.sticky ? [] : [null];
  walk(pattern.alternatives, starts, [], parsedFlags, parts);
  return [...new Set(parts)];
}

/**
 * Visits the repetitions in the alternatives of a pattern or group.
 *
 * @param before elements that have matched before the alternatives
 * @param after elements that must match after the alternatives
 */
function walk(
  alternatives: readonly AST.Alternative[],
  before: readonly Step[],
  after: readonly AST.Element[],
  flags: ReadonlyFlags,
  parts: string[],
): void {
  for (const { elements } of alternatives)
    for (const [index, element] of elements.entries()) {
      const earlier = [...before, ...elements.slice(0, index)];
      const later = [...elements.slice(index + 1), ...after];
      if (element.type === "Quantifier") {
        if (element.max > MAX_COUNT) checkRepetition(element, earlier, later, flags, parts);
        if (element.element.type === "Group" || element.element.type === "CapturingGroup")
          walk(element.element.alternatives, earlier, later, flags, parts);
      } else if (element.type === "Group" || element.type === "CapturingGroup")
        walk(element.alternatives, earlier, later, flags, parts);
      else if (element.type === "Assertion" && element.kind === "lookahead")
        walk(element.alternatives, earlier, [], flags, parts);
    }
}

function checkRepetition(
  repetition: AST.Quantifier,
  before: readonly Step[],
  after: readonly AST.Element[],
  flags: ReadonlyFlags,
  parts: string[],
): void {
  // If nothing after the repetition can fail, the first attempt succeeds, and no other attempt begins.
  if (!after.some((element) => isAssertion(element) || !isPotentiallyEmpty(element, flags))) return;
  const { chars } = getConsumedChars(repetition, flags);
  for (const [index, step] of before.entries()) {
    const isRepetition = step === null || (step.type === "Quantifier" && step.max > MAX_COUNT);
    if (!isRepetition) continue;
    const between = before.slice(index + 1).filter((element) => element !== null);
    // Skips adjacent repetitions, which scslre has already compared.
    if (between.every((element) => isAssertion(element) || isPotentiallyEmpty(element, flags))) continue;
    if (step === null && between.some((element) => isTextStart(element, flags))) continue;
    if (step === null && isWordStart(between[0]) && Chars.word(flags).isSupersetOf(chars)) continue;
    const shared = step === null ? chars : getConsumedChars(step, flags).chars.intersect(chars);
    if (between.every((element) => canConsist(element, shared, flags)))
      parts.push(`${step === null ? "the search" : step.raw} and ${repetition.raw}`);
  }
}

function isAssertion(element: AST.Element): boolean {
  return element.type === "Assertion";
}

/** Returns true for `\b`. A repetition of word characters after `\b` is fast, since no attempt begins inside a word. */
function isWordStart(element: AST.Element | undefined): boolean {
  return element?.type === "Assertion" && element.kind === "word" && !element.negate;
}

function isTextStart(element: AST.Element, flags: ReadonlyFlags): boolean {
  if (element.type === "Group" || element.type === "CapturingGroup")
    return element.alternatives.every(({ elements }) => elements.some((inner) => isTextStart(inner, flags)));
  return element.type === "Assertion" && element.kind === "start" && !flags.multiline;
}

/** Returns true if an element can match a text of only the given characters. */
function canConsist(element: AST.Element, chars: CharSet, flags: ReadonlyFlags): boolean {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return element.alternatives.some(({ elements }) => elements.every((inner) => canConsist(inner, chars, flags)));
    case "Quantifier":
      return element.min === 0 || canConsist(element.element, chars, flags);
    case "Assertion":
    case "Backreference":
      return true;
    default:
      return !getConsumedChars(element, flags).chars.isDisjointWith(chars);
  }
}
