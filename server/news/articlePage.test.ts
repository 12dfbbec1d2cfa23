import { expect, it } from "vitest";
import { getOwnFeedUrl } from "../../core/ownFeeds.ts";
import { loadEditions } from "../editions/loading/load.ts";
import { permit } from "../rights/permit.ts";
import { CONTENT, type StoredArticle } from "../store/articles/articleRows.ts";
import { layOutArticlePage } from "./articlePage.ts";

const [chicago] = await loadEditions("editions");
if (!chicago) throw new Error("There is no edition.");
const edition = chicago;
const section = edition.sections[0] as (typeof edition.sections)[number];
const OWN_FEED = getOwnFeedUrl(edition.id, section.slug);
const FEED = section.feeds.find(({ url }) => url !== OWN_FEED)?.url ?? "";

function layOut(fields: Partial<StoredArticle> & { feedUrl: string }, correctedAt: readonly string[] = []) {
  const publishedAt = "2026-04-20T14:00:00.000Z";
  const article: StoredArticle = {
    id: 1,
    slug: "ferry",
    title: "Ferry",
    link: null,
    author: "",
    categories: [],
    publishedAt,
    sortedAt: publishedAt,
    changedAt: publishedAt,
    updatedAt: null,
    language: null,
    sponsor: null,
    [CONTENT]: {
      excerpt: "",
      image: null,
      imageFocus: null,
      storedImage: null,
      descriptionHtml: "",
      contentHtml: "",
      enclosures: [],
    },
    carriers: [fields.feedUrl],
    allCarriers: [fields.feedUrl],
    ...fields,
  };
  return layOutArticlePage(permit(article, edition), edition, section, {
    others: [],
    more: [],
    state: "fresh",
    images: new Map(),
    isRaw: false,
    corrections: correctedAt.map((instant) => ({ text: "Nine boats.", correctedAt: instant })),
  });
}

it("shows the time of publication, unless it is midnight, which stands for a date without a time", () => {
  const published = (publishedAt: string) => layOut({ feedUrl: FEED, updatedAt: null, publishedAt }).published;
  expect(published("2026-04-20T19:14:00.000Z")).toBe("April 20, 2026 · 2:14 p.m.");
  expect(published("2026-04-20T00:00:00.000Z")).toBe("April 19, 2026");
  expect(published("2026-04-20T05:00:00.000Z")).toBe("April 20, 2026");
});

// Columns: feed, time of the last change, text for readers. Chicago is five hours behind UTC in April.
it.each([
  [FEED, null, undefined],
  [FEED, "2026-04-20T13:00:00.000Z", undefined],
  [FEED, "2026-04-20T20:40:00.000Z", null],
  [OWN_FEED, "2026-04-20T20:40:00.000Z", "Updated 3:40 p.m."],
  [OWN_FEED, "2026-04-21T04:30:00.000Z", "Updated 11:30 p.m."],
  [OWN_FEED, "2026-04-21T05:30:00.000Z", "Updated April 21, 2026"],
  [FEED, "2026-04-22T14:00:00.000Z", "Updated April 22, 2026"],
])("describes a change of a story of %s at %s as %j", (feedUrl, updatedAt, text) => {
  expect(layOut({ feedUrl, updatedAt }).updated?.text).toBe(text);
});

// Columns: times of the corrections, time of the last change, text for readers.
it.each([
  [["2026-04-20T14:11:00.000Z"], "2026-04-20T14:11:00.000Z", "Corrected 9:11 a.m."],
  [["2026-04-20T14:11:00.000Z"], "2026-04-20T14:30:00.000Z", "Updated 9:30 a.m."],
  [["2026-04-20T14:11:00.000Z", "2026-04-21T14:11:00.000Z"], "2026-04-21T14:11:00.000Z", "Corrected April 21, 2026"],
])("with corrections at %j, describes a change at %s as %j", (correctedAt, updatedAt, text) => {
  expect(layOut({ feedUrl: OWN_FEED, updatedAt }, correctedAt).updated?.text).toBe(text);
});
