import { articlePath } from "../../core/addresses.ts";
import type { Edition } from "../editions/loading/load.ts";
import { createNews } from "../news/news.ts";
import type { ArticlePage } from "../news/views.ts";
import type { Database } from "../store/schema/schema.ts";
import type { StaffStory } from "../store/stories/staffStories.ts";
import { readShownPage } from "../stories/verify/shownPage.ts";
import type { PublicSite } from "./publicSite.ts";

/** Base for the relative addresses of a page. Its host belongs to no site. */
const BASE = "https://this-site.invalid";

/**
 * Returns true if readers see a story as it is in the store: its current text if it is published, otherwise no page.
 * Requests the page from the site, through its caches.
 */
export async function isSeenByReaders(
  { database, site }: { database: Database; site: PublicSite },
  edition: Edition,
  { slug, state }: Pick<StaffStory, "slug" | "state">,
): Promise<boolean> {
  const { status, body } = await site.readPage(edition, articlePath(slug));
  if (state !== "published") return status === 404 || status === 410;
  const page = await createNews(edition, database, () => 0).article(slug);
  return status === 200 && page !== undefined && !page.isTakenDown && shows(body, page);
}

function shows(html: string, { story, bodyHtml, updated, corrections }: ArticlePage): boolean {
  const shown = readShownPage(html, BASE);
  if (!shown || toLine(shown.title) !== toLine(story.title)) return false;
  const instants = [...(updated?.text ? [updated.instant] : []), ...corrections.map(({ date }) => date.instant)];
  return (
    toLine(shown.head).includes(toLine(story.deck)) &&
    html.includes(bodyHtml) &&
    instants.every((instant) => html.includes(instant ?? ""))
  );
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
