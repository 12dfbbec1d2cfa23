import type { Edition } from "../editions/load.ts";
import { getDataVersion } from "../store/dataVersion.ts";
import type { Database } from "../store/schema.ts";
import type { News } from "./news.ts";
import type { FrontPage, SectionPage } from "./views.ts";

/**
 * Creates a cache of an edition's lists: the front page takes about 8 ms to read, and its page, its data, the text edition
 * and pages under other host names all request it. Entries are valid until anything is written to the database, which is
 * checked at each request; so none is older than a query would be, and nothing has to invalidate them.
 */
export function openMemory(database: Database): (edition: Edition, news: News) => News {
  let version = "";
  let entries = new WeakMap<Edition, Map<string, Promise<unknown>>>();

  async function cached<Result>(
    edition: Edition,
    key: string,
    read: () => Promise<Result>,
    isLoading: (result: Result) => boolean = () => false,
  ): Promise<Result> {
    const current = await getDataVersion(database);
    if (current !== version) entries = new WeakMap();
    version = current;
    const ofEdition = entries.getOrInsertComputed(edition, () => new Map());
    const known = ofEdition.get(key);
    if (known) return known as Promise<Result>;
    const reading = read();
    ofEdition.set(key, reading);
    const forget = () => ofEdition.delete(key);
    // What is loading changes with time, even if nothing is written.
    reading.then((result) => isLoading(result) && forget(), forget);
    return reading;
  }

  return (edition, news) => ({
    ...news,
    frontPage: () => cached(edition, "front page", news.frontPage, isFrontPageLoading),
    // Slugs that no section has are not kept, since anybody can make them up.
    section: (slug) =>
      edition.sections.some((section) => section.slug === slug)
        ? cached(edition, `section ${slug}`, () => news.section(slug), isSectionLoading)
        : news.section(slug),
    latest: (count) => cached(edition, `latest ${count}`, () => news.latest(count)),
  });
}

function isFrontPageLoading({ hero, blocks }: FrontPage): boolean {
  return hero.state === "loading" || blocks.some(({ state }) => state === "loading");
}

function isSectionLoading(page: SectionPage | undefined): boolean {
  return page?.block.state === "loading";
}
