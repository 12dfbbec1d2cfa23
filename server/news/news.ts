import { ITEMS_KEPT } from "../../core/article.ts";
import type { Edition } from "../editions/load.ts";
import type { SectionFile } from "../editions/schema.ts";
import type { News } from "../services.ts";
import { articleBySlug, newestArticles, type StoredArticle } from "../store/articles.ts";
import type { Database } from "../store/open.ts";
import { articlePageOfSample, articlePageOfStored } from "./articlePage.ts";
import { layOutFrontPage } from "./frontPage.ts";
import { blockOf, readSectionNews, type SectionNews } from "./sectionNews.ts";
import { storyFromArticle } from "./story.ts";
import type { Story } from "./views.ts";

/** @param waited says how many milliseconds ago feeds began to be fetched */
export function newsOf(edition: Edition, database: Database, waited: () => number): News {
  const read = (section: SectionFile) => readSectionNews(database, edition, section, waited());
  const sectionBySlug = (slug: string) => edition.sections.find((section) => section.slug === slug);

  async function moreIn(section: SectionFile, except: string): Promise<Story[]> {
    return blockOf(await read(section), 4, new Set([except])).stories;
  }

  return {
    async frontPage() {
      return layOutFrontPage(edition, await Promise.all(edition.sections.map(read)));
    },

    async section(slug) {
      const section = sectionBySlug(slug);
      if (!section) return undefined;
      const news = await read(section);
      // Where feeds gave anything, a section shows that alone; the front page's blocks alone are filled up.
      const own = news.stories.length > 0 ? { ...news, samples: [] } : news;
      return { title: section.name, block: blockOf(own, ITEMS_KEPT) };
    },

    async article(slug) {
      const stored = await articleBySlug(database, edition.id, slug);
      if (stored) {
        const section = edition.sections.find(({ slug }) => stored.sections.includes(slug)) ?? edition.sections[0];
        return section && articlePageOfStored(stored.article, edition, section, await moreIn(section, slug));
      }
      const sample = edition.samplesBySlug.get(slug);
      const section = sample && sectionBySlug(sample.section);
      return section && articlePageOfSample(sample.story, edition, section, await moreIn(section, slug));
    },

    async latest(count) {
      const sectionOf = new Map(
        edition.sections.flatMap((section) => section.feeds.map((feed) => [feed.url, section] as const)),
      );
      const articles = await newestArticles(database, [...sectionOf.keys()], count);
      const stories = articles.flatMap((article: StoredArticle) => {
        const section = sectionOf.get(article.feedUrl);
        return section ? [storyFromArticle(article, edition, section)] : [];
      });
      if (stories.length > 0) return stories;
      const all: SectionNews[] = await Promise.all(edition.sections.map(read));
      const samples = all.flatMap((news) => news.samples);
      return samples
        .sort((a, b) => Date.parse(b.date.instant ?? "") - Date.parse(a.date.instant ?? ""))
        .slice(0, count);
    },
  };
}
