import { expect, it } from "vitest";
import type { Feed } from "../../core/article.ts";
import { openDatabase } from "../../tests/support/stores.ts";
import { loadEditions } from "../editions/loading/load.ts";
import { listNewestHeadlines } from "../store/articles/headlines.ts";
import { saveArticles } from "../store/articles/saveArticles.ts";
import { recordFollows } from "../store/feeds/feeds.ts";
import { setPin } from "../store/stories/pins.ts";
import { readPins } from "./pins.ts";
import { dedupeStories } from "./sectionNews.ts";

const [edition] = await loadEditions("editions");
const section = edition?.sections.find(({ slug }) => slug === "local");
if (!edition || !section) throw new Error("There is no edition with a section Local.");

const NOW = "2026-11-23T12:00:00.000Z";
const TITLE = "Mayor opens the new lakefront library after a storm";

it("gives another publisher's article the key of the story that the sections show", async () => {
  await using database = await openDatabase("sqlite::memory:");
  const [first, second] = section.feeds.map(({ url }) => url) as [string, string];
  for (const [index, url] of [first, second].entries()) {
    await recordFollows(database, [{ edition: edition.id, section: "local", feed_url: url }]);
    const article = {
      title: TITLE,
      slug: `story-${index}`,
      link: `https://news.example/${index}`,
      guid: url,
      author: "",
      excerpt: "",
      image: null,
      publishedAt: NOW,
      updatedAt: null,
      descriptionHtml: "",
      contentHtml: "",
      enclosures: [],
      categories: [],
    };
    const feed: Feed = { kind: "rss", title: "", description: "", link: null, language: null, articles: [article] };
    await saveArticles(database, { feedUrl: url, feed, now: NOW, isReserved: () => false });
  }
  const [articles = []] = await listNewestHeadlines(database, edition.id, [{ feedUrls: [first, second] }], 9);
  const news = dedupeStories(edition, [
    { section, state: "fresh", hasFailed: false, isSilent: false, articles, hasMore: false },
  ]);
  const [shown] = news[0]?.stories ?? [];
  const other = articles.find(({ slug }) => slug !== shown?.slug);
  await setPin(database, { edition: edition.id, slot: "hero", article_id: other?.id ?? 0, until: "2026-11-24" });
  const pinned = (await readPins({ edition, database, news, now: NOW })).get("hero");
  expect(pinned).toMatchObject({ slug: other?.slug, key: shown?.key });
});
