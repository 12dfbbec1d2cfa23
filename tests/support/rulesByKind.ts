import type { Rule, RuleConditions } from "../../server/editions/schema/ruleSchema.ts";

/** A story of a recorded feed. */
export interface Stored {
  slug: string;
  title: string;
  author: string;
  link: string | null;
  categories: string;
  sortedAt: string;
  section: string;
  feedUrl: string;
  language: string | null;
}

/** Returns the most frequent of the values that some, but not all stories have. @throws {Error} if there is none */
function mostFrequent<Value>(values: readonly Value[], stories: readonly Stored[]): Value {
  const groups = [...Map.groupBy(values, (value) => value)].filter(([, group]) => group.length < stories.length);
  const [first] = groups.sort(([, a], [, b]) => b.length - a.length);
  if (!first) throw new Error("The feeds have no such value.");
  return first[0];
}

const authorOf = ({ author }: Stored) => (author === "Staff Writer" ? [] : [author]);
/** Rules of each kind, with values that some but not all of the recorded stories have. */
export const KINDS: Record<string, (stories: readonly Stored[]) => Rule> = {
  "a word": (stories) => {
    const words = stories.flatMap(({ title }) => [...new Set(title.toLowerCase().match(/\b[a-z]{6,}\b/g))]);
    return { drop: { words: [mostFrequent(words, stories)] } };
  },
  "a phrase in a section": (stories) => {
    const { title, section } = stories[0] as Stored;
    return { drop: { words: [title.split(" ").slice(0, 3).join(" ").toUpperCase()] }, section };
  },
  "an author": (stories) => ({ drop: { authors: [mostFrequent(stories.flatMap(authorOf), stories)] } }),
  "a category": (stories) => {
    const categories = stories.flatMap((story) => [...new Set<string>(JSON.parse(story.categories))]);
    return { drop: { categories: [mostFrequent(categories, stories).toUpperCase()] } };
  },
  "the language of a feed": () => ({ drop: { languages: ["fr"] } }),
  "a part of the address": (stories) => {
    const hosts = stories.flatMap(({ link }) => (link ? [new URL(link).host] : []));
    return { drop: { links: [mostFrequent(hosts, stories)] } };
  },
  "an age": (stories) => {
    const median = stories[Math.floor(stories.length / 2)]?.sortedAt ?? "";
    return { drop: { olderThanDays: (Date.now() - Date.parse(median)) / 86_400_000 } };
  },
  "what to keep of a feed": (stories) => {
    const { feedUrl, title } = stories[0] as Stored;
    return { keep: { words: [title] }, feed: feedUrl };
  },
};

/** Returns the arguments of the command line for a rule. */
export function toOptions({ drop, keep, section, feed }: Rule): string[] {
  const { olderThanDays, ...lists } = (drop ?? keep) as RuleConditions;
  return [
    drop ? "drop" : "keep",
    ...Object.entries(lists).flatMap(([name, values]) => values.flatMap((value) => [`--${name}`, value])),
    ...(olderThanDays === undefined ? [] : ["--older-than-days", String(olderThanDays)]),
    ...(section === undefined ? [] : ["--section", section]),
    ...(feed === undefined ? [] : ["--feed", feed]),
  ];
}
