import { chooseLanguage, type Language } from "../../core/language/languages.ts";
import { foldText } from "../../core/search/fold.ts";
import type { ReviewSettings, Rule, RuleConditions } from "../editions/schema/ruleSchema.ts";

/** A story of a feed in a section, with the fields that rules compare. */
export interface RuleEntry {
  feedUrl: string;
  /** Slug of the section. */
  section: string;
  title: string;
  excerpt: string;
  author: string;
  categories: readonly string[];
  /** Language tag. */
  language: string;
  link: string | null;
  /** Date by which lists sort the story, ISO 8601. */
  sortedAt: string;
}

const DAY_MS = 24 * 60 * 60_000;

type Predicate = (entry: FoldedEntry, now: number) => boolean;

/** Entry with its texts folded (`foldText`) once for all rules. Each folded text has a space at both ends. */
interface FoldedEntry extends RuleEntry {
  words: string;
  byline: string;
  labels: ReadonlySet<string>;
}

/** Functions for the conditions of rules. Cached, since a rule is compared with every story. */
const predicates = new WeakMap<RuleConditions, Map<Language, Predicate>>();

/**
 * Returns true if rules leave a story out. Either the story meets a `drop` rule, or its feed, section or edition has
 * `keep` rules and the story meets none of them.
 *
 * @param now milliseconds since 1970
 */
export function isDropped(rules: readonly Rule[], entry: RuleEntry, now: number): boolean {
  const covering = rules.filter(
    ({ feed = entry.feedUrl, section = entry.section }) => feed === entry.feedUrl && section === entry.section,
  );
  if (covering.length === 0) return false;
  const language = chooseLanguage(toTag(entry.language));
  const folded = foldEntry(entry, language);
  const meets = (conditions: RuleConditions) => getPredicate(conditions, language)(folded, now);
  if (covering.some(({ drop }) => drop && meets(drop))) return true;
  return groupKeepRules(covering).some((group) => !group.some(({ keep }) => meets(keep)));
}

/** A rule that leaves out the stories that do not meet its `keep` conditions. */
export type KeepingRule = Rule & Required<Pick<Rule, "keep">>;

/** Groups the `keep` rules by the feed, section or edition that they cover. */
export function groupKeepRules(rules: readonly Rule[]): KeepingRule[][] {
  const keeping = rules.filter((rule): rule is KeepingRule => rule.keep !== undefined);
  return [...Map.groupBy(keeping, ({ feed = "", section = "" }) => `${section} ${feed}`).values()];
}

function foldEntry(entry: RuleEntry, language: Language): FoldedEntry {
  const fold = (text: string) => foldPhrase(text, language);
  // No phrase contains the separator, so no phrase spans the headline and the summary.
  const words = `${fold(entry.title)}|${fold(entry.excerpt)}`;
  return { ...entry, words, byline: fold(entry.author), labels: new Set(entry.categories.map(fold)) };
}

function foldPhrase(text: string, language: Language): string {
  return ` ${foldText(text, language).join(" ")} `;
}

function getPredicate(conditions: RuleConditions, language: Language): Predicate {
  return predicates
    .getOrInsertComputed(conditions, () => new Map())
    .getOrInsertComputed(language, () => createPredicate(conditions, language));
}

function createPredicate(conditions: RuleConditions, language: Language): Predicate {
  const { words, authors, categories, languages, links, olderThanDays } = conditions;
  const all: Predicate[] = [];
  /** Adds a condition for a list of values. An entry meets it if the test of at least one value returns true. */
  const add = (values: readonly string[] | undefined, toTest: (value: string) => Predicate) => {
    const tests = values?.map(toTest);
    if (tests) all.push((entry, now) => tests.some((test) => test(entry, now)));
  };
  add(words, (phrase) => {
    const folded = foldPhrase(phrase, language);
    return (entry) => entry.words.includes(folded);
  });
  add(authors, (name) => {
    const folded = foldPhrase(name, language);
    return ({ byline }) => byline.includes(folded);
  });
  add(categories, (category) => {
    const folded = foldPhrase(category, language);
    return ({ labels }) => labels.has(folded);
  });
  add(languages, (tag) => {
    const wanted = toTag(tag);
    return ({ language }) => `${toTag(language)}-`.startsWith(`${wanted}-`);
  });
  add(links, (part) => {
    const wanted = part.toLowerCase();
    return ({ link }) => link?.toLowerCase().includes(wanted) ?? false;
  });
  if (olderThanDays !== undefined)
    all.push(({ sortedAt }, now) => Date.parse(sortedAt) <= now - olderThanDays * DAY_MS);
  return (entry, now) => all.every((test) => test(entry, now));
}

/** Returns a language tag in lower case. Some feeds write "en_US", with an underscore. */
function toTag(language: string): string {
  return language.trim().toLowerCase().replaceAll("_", "-");
}

/** Review state of a story of a reviewed feed. */
export interface ReviewState {
  /** Time at which the story was first seen, in ms since 1970. */
  firstSeenAt: number;
  /** Stories first seen at or after this time, in ms since 1970, wait for a review. Older stories stay visible. */
  since: number;
  decision: "approved" | "rejected" | null;
}

/** Returns "shown", or the reason why a story of a reviewed feed is not shown. @param now milliseconds since 1970 */
export function decideReview(
  { hours, overdue }: ReviewSettings,
  { firstSeenAt, since, decision }: ReviewState,
  now: number,
): "shown" | "waiting" | "rejected" | "overdue" {
  if (decision !== null) return decision === "approved" ? "shown" : "rejected";
  if (firstSeenAt < since) return "shown";
  if (now < firstSeenAt + hours * 60 * 60_000) return "waiting";
  return overdue === "show" ? "shown" : "overdue";
}
