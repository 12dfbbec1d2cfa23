import { getLabelFeedUrl, type LabelKind } from "../../core/ownFeeds.ts";
import { slugify } from "../../core/slug.ts";
import type { Edition } from "../editions/loading/load.ts";
import type { SectionConfig } from "../editions/schema/schema.ts";
import { permit } from "../rights/permit.ts";
import type { Headline } from "../store/articles/articleRows.ts";
import { listNewestHeadlines } from "../store/articles/headlines.ts";
import type { Database } from "../store/schema/schema.ts";
import { storyFromArticle } from "./story.ts";
import type { LabelLink, LabelPage } from "./views.ts";

/** Maximum number of stories on the page of an author or a topic. */
const MAX_STORIES = 30;

/** Returns the newest staff stories of an author or on a topic; undefined if there are none. */
export async function readLabelPage(
  edition: Edition,
  database: Database,
  kind: LabelKind,
  slug: string,
): Promise<LabelPage | undefined> {
  const url = getLabelFeedUrl(edition.id, kind, slug);
  const [headlines = []] = await listNewestHeadlines(database, edition.id, [{ feedUrls: [url] }], MAX_STORIES);
  const [newest] = headlines;
  const label = newest && listLabels(newest, kind).find((label) => label.href === toHref(kind, slug));
  if (!label) return undefined;
  const stories = headlines.flatMap((article) => {
    const section = findSection(edition, article);
    return section ? [storyFromArticle(permit(article, edition), edition, section)] : [];
  });
  const author = kind === "author" ? edition.authors.find((author) => author.slug === slug) : undefined;
  return { ...label, biography: author?.biography ?? null, picture: author?.picture ?? null, stories };
}

/** Returns the first section that has a feed with the staff story; undefined if there is none. */
export function findSection(
  { sections }: Pick<Edition, "sections">,
  { allCarriers }: Pick<Headline, "allCarriers">,
): SectionConfig | undefined {
  return sections.find(({ feeds }) => feeds.some(({ url }) => allCarriers.includes(url)));
}

/** Returns the links to the pages of a staff story's authors or topics. */
export function listLabels(
  { author, categories, allCarriers }: Pick<Headline, "author" | "categories" | "allCarriers">,
  kind: LabelKind,
): LabelLink[] {
  const slugs = new Set(allCarriers.flatMap((url) => /\/author\/([^/]+)$/.exec(url)?.[1] ?? []));
  const names = kind === "author" ? splitByline(author, slugs) : categories;
  return names.flatMap((name) => {
    const slug = slugify(name);
    return slug ? [{ name, href: toHref(kind, slug) }] : [];
  });
}

/** Splits names that Intl.ListFormat joined. Needs slugs to find the ends of names such as "Ortega y Gasset". */
function splitByline(author: string, slugs: ReadonlySet<string>): string[] {
  const words = author.split(" ");
  const names: string[] = [];
  for (let start = 0; start < words.length; ) {
    let end = words.length;
    while (end > start && !slugs.has(slugify(words.slice(start, end).join(" ")))) end--;
    if (end > start) names.push(words.slice(start, end).join(" ").replace(/,$/, ""));
    start = Math.max(end, start + 1);
  }
  return names;
}

function toHref(kind: LabelKind, slug: string): string {
  return `/${kind}/${encodeURIComponent(slug)}`;
}
