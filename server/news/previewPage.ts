import { displayDate, displayTime } from "../../core/dates.ts";
import { getServerTexts } from "../../core/language/catalogs.ts";
import type { Edition } from "../editions/loading/load.ts";
import { permit } from "../rights/permit.ts";
import type { Database } from "../store/schema/schema.ts";
import { findPreview, type UnpublishedStory } from "../stories/previews.ts";
import { layOutArticlePage, readPageImages } from "./articlePage.ts";
import { type SectionStory, toSectionStory } from "./sectionNews.ts";
import type { ArticlePage } from "./views.ts";

/**
 * Reads a preview by `key`, the secret part of its address. Returns the page of a story that is still unpublished, or
 * the slug of a story that is now published. Returns undefined if the preview is missing or has ended.
 */
export async function readPreviewPage(
  edition: Edition,
  database: Database,
  key: string,
): Promise<{ page: ArticlePage } | { publishedSlug: string } | undefined> {
  const found = await findPreview(database, edition, key, new Date().toISOString());
  if (!found || "publishedSlug" in found) return found;
  const notice = getServerTexts(edition.language).staffStories.preview(
    displayDate(found.expiresAt, edition),
    displayTime(found.expiresAt, edition),
  );
  const page = await layOutUnpublished(edition, database, found);
  return page && { page: { ...page, notice } };
}

/** Returns the edition's first section that has the story, else its first section; undefined without sections. */
function getShownSection({ sections }: Edition, slugs: readonly string[]) {
  return sections.find(({ slug }) => slugs.includes(slug)) ?? sections[0];
}

/** Returns an unpublished story in the form for lists and mails; undefined for an edition without sections. */
export function toUnpublishedStory(
  edition: Edition,
  { article, sections }: UnpublishedStory,
): SectionStory | undefined {
  const section = getShownSection(edition, sections);
  return section && toSectionStory(edition, section, [article]);
}

async function layOutUnpublished(
  edition: Edition,
  database: Database,
  { article, sections, corrections }: UnpublishedStory,
): Promise<ArticlePage | undefined> {
  const section = getShownSection(edition, sections);
  if (!section) return undefined;
  const permitted = permit(article, edition);
  const images = await readPageImages(database, permitted);
  const related = { others: [], more: [], state: "fresh" as const, images, corrections, isRaw: false };
  return { ...layOutArticlePage(permitted, edition, section, related), isIndexed: false, labels: [] };
}
