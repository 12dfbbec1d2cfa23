import type { Edition } from "../editions/loading/load.ts";
import type { Headline } from "../store/articles/articleRows.ts";
import { listCarriedArticles } from "../store/articles/headlines.ts";
import type { Database } from "../store/schema/schema.ts";
import { listPins } from "../store/stories/pins.ts";
import type { Pins } from "./frontPage.ts";
import { type SectionNews, toSectionStory } from "./sectionNews.ts";

interface Parts {
  edition: Edition;
  database: Database;
  news: readonly Pick<SectionNews, "stories">[];
  /** ISO 8601. */
  now: string;
  /** Returns true for each pinned story that may be used; by default for all of them. */
  isUsable?: (article: Headline) => boolean;
}

/** Reads the stories that editors have pinned to the front page, except those that were taken down or are hidden. */
export async function readPins({ edition, database, news, now, isUsable = () => true }: Parts): Promise<Pins> {
  const pins = await listPins(database, edition.id, now);
  if (pins.length === 0) return new Map();
  const sectionByFeed = new Map(
    edition.sections.flatMap((section) => section.feeds.map(({ url }) => [url, section] as const)),
  );
  const ids = pins.map(({ article_id }) => article_id);
  const carried = await listCarriedArticles(database, ids, {
    edition: edition.id,
    feedUrls: [...sectionByFeed.keys()],
  });
  const articles = new Map(carried.filter(isUsable).map((article) => [article.id, article]));
  // A section may list a pinned story as another publisher's article. The pinned story then gets the key of the
  // section's story, so that the front page omits the section's story.
  const shown = new Map(
    news.flatMap(({ stories }) => stories.flatMap((story) => story.slugs.map((slug) => [slug, story] as const))),
  );
  return new Map(
    pins.flatMap(({ slot, article_id }) => {
      const article = articles.get(article_id);
      const section = article && sectionByFeed.get(article.feedUrl);
      if (!section) return [];
      const same = shown.get(article.slug);
      return [
        [slot, same?.slug === article.slug ? same : toSectionStory(edition, section, [article], same?.key)] as const,
      ];
    }),
  );
}
