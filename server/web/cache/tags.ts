import type { Edition } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import type { News } from "../../news/news.ts";
import type { BlockState } from "../../news/views.ts";
import type { Services } from "../services.ts";

/**
 * Names for what pages show. A page carries those of all that it asked for, and whoever changes something says its name:
 * then the pages that carry it are made anew.
 */
export const tags = {
  /** All of an edition: its files, and the day. */
  edition: (id: string) => `edition:${id}`,
  /** The news of all its sections. */
  news: (id: string) => `news:${id}`,
  section: (id: string, slug: string) => `section:${id}/${slug}`,
  article: (id: string, slug: string) => `article:${id}/${encodeURIComponent(slug)}`,
  events: (id: string) => `events:${id}`,
  /** Its briefings. */
  issues: (id: string) => `issues:${id}`,
  /** What it had on days that are over, to which hardly anything comes. */
  archive: (id: string) => `archive:${id}`,
  /** How its feeds are. */
  sources: (id: string) => `sources:${id}`,
  /** What waits for feeds that were not read yet, in any edition. */
  filling: "filling",
};

/**
 * What a poll changed, for the editions that follow its feed.
 *
 * @param feeds the addresses of the feeds whose stories, or whose state, are other ones now
 * @param isNews whether stories are
 */
export function tagsOfFeeds(editions: readonly Edition[], feeds: ReadonlySet<string>, isNews: boolean): string[] {
  return editions.flatMap(({ id, sections }) => {
    const following = sections.filter((section) => section.feeds.some(({ url }) => feeds.has(url)));
    if (following.length === 0) return [];
    const changed = following.map(({ slug }) => tags.section(id, slug));
    return [tags.sources(id), ...changed, ...(isNews ? [tags.news(id)] : [])];
  });
}

/** What changes with an edition's files alone. All else is noted: the type checker asks for what is missing there. */
type Constant = Pick<
  Services,
  "edition" | "page" | "books" | "newsletter" | "faq" | "network" | "radio" | "contact" | "partner" | "siteUrl"
>;

/** The services of a request, which note in `shown` the tags of everything that is asked of them. */
export function noting(services: Services, edition: Edition, shown: Set<string>): Services {
  const { id } = edition;
  shown.add(tags.edition(id));
  const noteState = (states: readonly BlockState[]) => {
    if (states.includes("loading")) shown.add(tags.filling);
  };
  const noteSections = (sections: readonly SectionFile[]) => {
    for (const { slug } of sections) shown.add(tags.section(id, slug));
  };
  /** A question that notes a tag whenever it is asked. */
  const asking =
    <Asked extends unknown[], Answer>(tag: string, ask: (...asked: Asked) => Answer) =>
    (...asked: Asked): Answer => {
      shown.add(tag);
      return ask(...asked);
    };
  const { news, feeds, events, search, archive, maps, pastIssues } = services;
  const constant: Constant = services;
  const noted: News = {
    async frontPage() {
      noteSections(edition.sections.filter(({ slug, frontPage }) => frontPage || edition.hero.sections.includes(slug)));
      const page = await news.frontPage();
      noteState([
        ...page.blocks.map(({ state }) => state),
        ...(page.hero.state === "loading" ? [page.hero.state] : []),
      ]);
      return page;
    },
    async section(slug) {
      const page = await news.section(slug);
      if (page) shown.add(tags.section(id, slug));
      if (page) noteState([page.block.state]);
      return page;
    },
    async article(slug) {
      const page = await news.article(slug);
      if (page) shown.add(tags.article(id, slug));
      // Other papers' articles on the same story, from any section, and more of its own section.
      if (page && !page.isTakenDown) shown.add(tags.news(id)).add(tags.section(id, page.story.section.slug));
      return page;
    },
    latest: asking(tags.news(id), news.latest),
    sources: asking(tags.sources(id), news.sources),
  };
  return {
    ...constant,
    news: noted,
    feeds: {
      ...feeds,
      async all(path) {
        shown.add(tags.news(id));
        noteSections(edition.sections);
        const feed = await feeds.all(path);
        if (feed.isLoading) shown.add(tags.filling);
        return feed;
      },
      async section(slug, path) {
        const feed = await feeds.section(slug, path);
        if (feed) shown.add(tags.section(id, slug));
        if (feed?.isLoading) shown.add(tags.filling);
        return feed;
      },
      async source(slug, path) {
        const feed = await feeds.source(slug, path);
        if (feed) shown.add(tags.news(id)).add(tags.sources(id));
        if (feed?.isLoading) shown.add(tags.filling);
        return feed;
      },
      search: asking(tags.news(id), feeds.search),
    },
    maps: {
      ...maps,
      all: asking(tags.news(id), maps.all),
      articles: asking(tags.news(id), maps.articles),
      news: asking(tags.news(id), maps.news),
    },
    search: {
      find: asking(tags.news(id), search.find),
      suggest: asking(tags.news(id), search.suggest),
    },
    pastIssues: pastIssues && {
      ...pastIssues,
      list: asking(tags.issues(id), pastIssues.list),
      issue: asking(tags.issues(id), pastIssues.issue),
    },
    archive: {
      async day(year, month, day) {
        const found = await archive.day(year, month, day);
        shown.add(found?.isSettled ? tags.archive(id) : tags.news(id));
        return found;
      },
      async month(year, month) {
        const found = await archive.month(year, month);
        shown.add(found?.isSettled ? tags.archive(id) : tags.news(id));
        return found;
      },
      newest: asking(tags.news(id), archive.newest),
      older(slug, after) {
        shown.add(tags.section(id, slug));
        return archive.older(slug, after);
      },
      olderThan(slug, stories) {
        shown.add(tags.section(id, slug));
        return archive.olderThan(slug, stories);
      },
    },
    events: {
      month: asking(tags.events(id), events.month),
      coming: asking(tags.events(id), events.coming),
    },
  };
}
