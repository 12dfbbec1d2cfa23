import type { Edition } from "../editions/load.ts";
import { storeVersion } from "../store/dataVersion.ts";
import type { Database } from "../store/schema.ts";
import type { News } from "./news.ts";
import type { BlockState, FrontPage } from "./views.ts";

/** Remembers an edition's news, as it was answered. */
type Memory = (edition: Edition, news: News) => News;

/**
 * Opens a memory of what lists of news were answered with. An answer holds as long as nothing at all is written to the store,
 * which is looked at before each: so none is older than a look into the store itself would be, and nobody has to say what
 * changed. A page and its data, pages of several names, and frames on many of them ask for the same lists.
 */
export function openMemory(database: Database): Memory {
  let version = "";
  let answers = new WeakMap<Edition, Map<string, Promise<unknown>>>();

  async function recall<Answer>(
    edition: Edition,
    question: string,
    ask: () => Promise<Answer>,
    isLasting: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> {
    const found = await storeVersion(database);
    if (found !== version) {
      version = found;
      answers = new WeakMap();
    }
    const known = answers.get(edition) ?? new Map<string, Promise<unknown>>();
    answers.set(edition, known);
    const remembered = known.get(question);
    if (remembered) return remembered as Promise<Answer>;
    const asked = ask();
    known.set(question, asked);
    const forget = () => known.delete(question);
    asked.then((answer) => isLasting(answer) || forget(), forget);
    return asked;
  }

  return (edition, news) => ({
    ...news,
    frontPage: () => recall(edition, "front page", news.frontPage, isFilled),
    section: (slug) =>
      edition.sections.some((section) => section.slug === slug)
        ? recall(
            edition,
            `section ${slug}`,
            () => news.section(slug),
            (page) => page?.block.state !== LOADING,
          )
        : news.section(slug),
    latest: (count) => recall(edition, `latest ${count}`, () => news.latest(count)),
  });
}

/** What waits for feeds that were not read yet is filled after a while, even where nothing came. */
const LOADING: BlockState = "loading";

function isFilled({ hero, blocks }: FrontPage): boolean {
  return hero.state !== LOADING && blocks.every(({ state }) => state !== LOADING);
}
