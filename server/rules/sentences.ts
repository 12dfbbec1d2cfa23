import { getServerTexts } from "../../core/language/catalogs.ts";
import { createListFormat } from "../../core/language/languages.ts";
import { getFollowedFeeds } from "../../core/ownFeeds.ts";
import type { Rule, RuleConditions } from "../editions/schema/ruleSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { groupKeepRules } from "./decide.ts";
import { listRules, type RuledEdition, readStoredRules } from "./hide.ts";

type Feed = RuledEdition["sections"][number]["feeds"][number];

/** Edition of the network from which `edition` takes feeds. The sibling's rules apply to these feeds, too. */
interface Sibling {
  id: string;
  name: string;
}

/** Returns the sentences with which the page /sources explains an edition's rules and reviews. */
export async function readRuleSentences(edition: RuledEdition, database: Database): Promise<string[]> {
  const stored = await readStoredRules(database);
  return [
    ...listRules(edition, stored).flatMap(({ edition: id, name, rules }) =>
      id === edition.id ? describeRules(rules, edition) : describeRules(selectTaken(rules, id), edition, { id, name }),
    ),
    ...describeReviews(edition),
  ];

  /** Selects another edition's rules for feeds that `edition` takes from it. @param sibling id of the other edition */
  function selectTaken(rules: readonly Rule[], sibling: string): Rule[] {
    const taken = edition.sections.flatMap(({ feeds }) => feeds.filter(({ origin }) => origin?.edition === sibling));
    return rules.filter(({ section, feed }) =>
      taken.some(({ url, origin }) => (feed ?? url) === url && (section ?? origin?.section) === origin?.section),
    );
  }
}

/**
 * Describes rules to readers: one sentence for each `drop` rule, and one for each group of `keep` rules.
 *
 * @param sibling the edition that has the rules; null for `edition` itself
 */
export function describeRules(rules: readonly Rule[], edition: RuledEdition, sibling: Sibling | null = null): string[] {
  const { drop, keep } = getServerTexts(edition.language).rules;
  const or = createListFormat(edition.language, "disjunction");
  const dropping = rules.flatMap((rule) =>
    rule.drop ? drop(describeScope(rule, edition, sibling), describeConditions(rule.drop, edition.language)) : [],
  );
  const keeping = groupKeepRules(rules).flatMap((group) => {
    const conditions = or.format(group.map((rule) => describeConditions(rule.keep, edition.language)));
    return group[0] ? keep(describeScope(group[0], edition, sibling), conditions) : [];
  });
  return [...new Set([...dropping, ...keeping])];
}

function describeScope({ feed, section }: Rule, edition: RuledEdition, sibling: Sibling | null): string {
  const { sections, language } = edition;
  const texts = getServerTexts(language).rules;
  const isOfSibling = ({ origin }: Feed) => sibling === null || origin?.edition === sibling.id;
  if (feed !== undefined) {
    const known = sections.flatMap(({ feeds }) => feeds).find(({ url }) => url === feed);
    const publisher = known?.publisher ?? new URL(feed).hostname;
    const isRuled = (other: Feed) => other.url === feed && isOfSibling(other);
    return texts.from(describeFeeds(publisher, edition, (other) => other.publisher === publisher, isRuled));
  }
  if (sibling !== null) {
    // The rule's section is a section of the sibling, and may not exist in this edition.
    const isRuled = ({ origin }: Feed) => section === undefined || origin?.section === section;
    return texts.from(describeFeeds(sibling.name, edition, isOfSibling, isRuled));
  }
  return section === undefined ? "" : texts.inSection(sections.find(({ slug }) => slug === section)?.name ?? section);
}

/**
 * Describes feeds by a name, such as a publisher's. If other feeds have the same name, adds the sections of the
 * described feeds.
 *
 * @param isNamed selects the feeds that have the name
 * @param isMeant selects, from these feeds, the feeds to describe
 */
function describeFeeds(
  name: string,
  { sections, language }: RuledEdition,
  isNamed: (feed: Feed) => boolean,
  isMeant: (feed: Feed) => boolean,
): string {
  const named = sections.flatMap((section) =>
    getFollowedFeeds(section)
      .filter(isNamed)
      .map((feed) => ({ section: section.name, isMeant: isMeant(feed) })),
  );
  if (named.every((feed) => feed.isMeant)) return name;
  const names = new Set(named.flatMap((feed) => (feed.isMeant ? feed.section : [])));
  return name + getServerTexts(language).rules.inSection(createListFormat(language).format(names));
}

/** Describes conditions as a phrase that follows "stories", such as "marked sponsored and older than 3 days". */
function describeConditions(conditions: RuleConditions, language: string): string {
  const texts = getServerTexts(language).rules;
  const { words, authors, categories, languages, links, olderThanDays } = conditions;
  const or = createListFormat(language, "disjunction");
  const names = new Intl.DisplayNames(language, { type: "language" });
  const quoted = (values: readonly string[]) => or.format(values.map(texts.quote));
  const phrases = [
    words && texts.words(quoted(words)),
    authors && texts.authors(or.format(authors)),
    categories && texts.categories(or.format(categories)),
    languages && texts.languages(or.format(languages.map((tag) => names.of(tag) ?? tag))),
    links && texts.links(quoted(links)),
    olderThanDays !== undefined && texts.olderThan(olderThanDays),
  ];
  return createListFormat(language).format(phrases.filter((phrase) => typeof phrase === "string"));
}

/** Describes which feeds editors review: one sentence for each group of feeds with equal review settings. */
export function describeReviews(edition: RuledEdition): string[] {
  const { sections, language, review } = edition;
  const texts = getServerTexts(language).rules;
  const feeds = sections.flatMap(({ feeds }) => feeds.filter((feed) => feed.review));
  const byReview = Map.groupBy(feeds, ({ origin }) => JSON.stringify(origin?.review ?? review));
  return Array.from(byReview.values(), (group) => {
    const isReviewed = (feed: Feed) => group.includes(feed);
    const publishers = Array.from(new Set(group.map(({ publisher }) => publisher)), (name) =>
      describeFeeds(name, edition, ({ publisher }) => publisher === name, isReviewed),
    );
    const list = createListFormat(language).format(publishers);
    const { hours, overdue } = group[0]?.origin?.review ?? review;
    return overdue === "show" ? texts.reviewOrShow(list, hours) : texts.review(list);
  });
}
