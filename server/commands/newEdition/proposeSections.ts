import { getEditionTexts } from "../../../core/language/catalogs.ts";
import type { EditionTexts } from "../../../core/language/en/edition.ts";
import { language as languageSchema } from "../../editions/fields.ts";
import { RESERVED_SEGMENTS } from "../../editions/schema/reservedPaths.ts";
import { toText } from "../../html/text.ts";
import type { FoundFeed, FoundFeeds } from "./findFeeds.ts";

/** A section that `npx broadsheet new` proposes. */
export interface ProposedSection {
  slug: string;
  name: string;
  feeds: (ProposedFeed | UnreadFeed)[];
}

interface ProposedFeed {
  url: string;
  publisher: string;
  /** Missing if the feed is in the edition's language. */
  language?: string;
  reason: null;
}

/** A feed that could not be read; the server tries it again. */
interface UnreadFeed {
  url: string;
  publisher: string;
  language?: never;
  reason: string;
}

interface Topic {
  id: keyof EditionTexts["topics"];
  /** Matches words of the topic in titles, categories and addresses. */
  words: RegExp;
}

/** Topics in order of precedence: a feed gets the first topic that matches. */
const TOPICS: readonly Topic[] = [
  { id: "sports", words: /\b(sports?|deportes?|football|baseball|soccer|basketball|hockey)\b/ },
  { id: "business", words: /\b(business|econom\w*|money|markets?|negocios|finanzas)\b/ },
  { id: "politics", words: /\b(politic\w*|government|elections?|city hall|legislature|gobierno)\b/ },
  { id: "schools", words: /\b(schools?|education|university|campus|educacion|escuelas?)\b/ },
  { id: "health", words: /\b(health|wellness|medicine|salud)\b/ },
  { id: "environment", words: /\b(environment|climate|nature|weather|ambiente|clima)\b/ },
  { id: "technology", words: /\b(tech|technology|science|tecnologia|ciencia)\b/ },
  { id: "food", words: /\b(food|dining|restaurants?|recipes?|comida|gastronomia)\b/ },
  {
    id: "culture",
    words: /\b(arts?|culture|music|books?|film|movies|entertainment|cultura\w*)\b/,
  },
  { id: "opinion", words: /\b(opinion\w*|editorials?|columns?|letters)\b/ },
  { id: "life", words: /\b(life|lifestyle|living|vida|estilo)\b/ },
  { id: "world", words: /\b(world|international|mundo|internacional\w*)\b/ },
  { id: "national", words: /\b(national|nation|u\.?s\.?|nacional\w*)\b/ },
];

/** Paths of a new edition's pages. No section may have one of these paths. */
const PAGES = ["about", "privacy"];

/** Minimum share of a feed's article categories that must match a topic if the feed's title and address do not. */
const MIN_SHARE = 0.5;

/** Assigns each feed to a section: the feed's folder or category, else the topic of its title, address or articles. */
export function proposeSections({ feeds, unread }: FoundFeeds, language: string): ProposedSection[] {
  const { topics, localNews } = getEditionTexts(language);
  const nameOf = (topic: Topic | undefined) => (topic ? topics[topic.id] : localNews);
  const sections = new Map<string, ProposedSection>();

  const add = (name: string, feed: ProposedSection["feeds"][number]) => {
    const slug = toSlug(name);
    const section = sections.getOrInsertComputed(slug, () => ({ slug, name, feeds: [] }));
    section.feeds.push(feed);
  };
  for (const feed of feeds) {
    const name = feed.category ? toText(feed.category) : nameOf(findTopic(feed));
    const other = isOtherLanguage(feed.language, language) ? { language: feed.language } : {};
    add(name, { url: feed.url, publisher: toPublisher(feed), ...other, reason: null });
  }
  for (const { url, category, reason, isFinal } of unread)
    if (!isFinal) {
      const name = category ?? nameOf(findTopic({ url, title: "", articleCategories: [] }));
      add(name, { url, publisher: getHost(url), reason });
    }
  // Puts local news first. An edition without feeds gets only this section.
  const local = toSlug(localNews);
  if (sections.size === 0) sections.set(local, { slug: local, name: localNews, feeds: [] });
  return [...sections.values()].sort((a, b) => Number(b.slug === local) - Number(a.slug === local));
}

/** Returns true for a valid tag of a language other than the edition's. Compares languages without regions. */
function isOtherLanguage(tag: string | null, edition: string): tag is string {
  if (!languageSchema.safeParse(tag).success) return false;
  return new Intl.Locale(tag ?? "").language !== new Intl.Locale(edition).language;
}

function findTopic({
  title,
  url,
  articleCategories,
}: Pick<FoundFeed, "title" | "url" | "articleCategories">): Topic | undefined {
  const { hostname, pathname } = new URL(url);
  const byText = (text: string) => TOPICS.find(({ words }) => words.test(fold(text)));
  return (
    byText(title) ??
    byText(pathname.replaceAll(/[-_/.]|%20/g, " ")) ??
    byText(hostname.replaceAll(".", " ")) ??
    TOPICS.find(({ words }) => isFrequent(articleCategories, words))
  );
}

/** Returns true if at least `MIN_SHARE` of the categories, and at least one, match `words`. */
function isFrequent(categories: readonly string[], words: RegExp): boolean {
  const matching = categories.filter((category) => words.test(fold(category)));
  return matching.length > 0 && matching.length >= MIN_SHARE * categories.length;
}

/**
 * Returns the publication's name from a feed's title, such as "BBC News" from "BBC News - World". Returns the host name
 * if the title is empty.
 */
function toPublisher({ title, url, category }: FoundFeed): string {
  const parts = toText(title)
    .split(/\s[-–—>]\s|[»|]|:\s/)
    .map((part) =>
      part
        .trim()
        .replace(/\s(rss|feed|rss feed|topics)$/i, "")
        .trim(),
    )
    .filter(Boolean);
  const isTopic = (part: string) => part === category || TOPICS.some(({ words }) => words.test(fold(part)));
  return parts.find((part) => !isTopic(part)) ?? parts[0] ?? getHost(url);
}

function getHost(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

/** Removes accents and converts to lower case. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Returns a section's slug, which consists of ASCII letters, digits and hyphens. */
function toSlug(name: string): string {
  const first = name.split(/\s(?:[&/]|and|y)\s/)[0] ?? name;
  const words = fold(first).replace(/[^a-z0-9]+/g, "-");
  const slug = words.replace(/^-|-$/g, "").replace(/-(news|locales)$/, "") || "news";
  return RESERVED_SEGMENTS.has(slug) || PAGES.includes(slug) ? `${slug}-news` : slug;
}
