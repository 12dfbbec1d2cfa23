import { afterEach, beforeEach, expect, it } from "vitest";
import type { Article } from "../../core/article.ts";
import { parseQuery } from "../../core/search/query.ts";
import { fillWithArticles } from "../../tests/support/manyArticles.ts";
import { openIndexOf } from "../../tests/support/searchIndex.ts";
import { openDatabase } from "../../tests/support/stores.ts";
import type { ReviewSettings, Rule } from "../editions/schema/ruleSchema.ts";
import { findArticleBySlug } from "../store/articles/articles.ts";
import { saveArticles } from "../store/articles/saveArticles.ts";
import { recordFollows } from "../store/feeds/feeds.ts";
import { listWaitingArticles } from "../store/rules/hiddenEntries.ts";
import type { Database } from "../store/schema/schema.ts";
import { findArticles } from "../store/search/find.ts";
import { hiddenTagFor } from "../store/search/indexing.ts";
import { LAST_KEY } from "../store/search/searchKey.ts";
import { listActions } from "../store/stories/editorLog.ts";
import { applyRules } from "./apply.ts";
import { addRule, removeRule, reviewStory } from "./editorActions.ts";
import { hideNewStories, type RuledEdition } from "./hide.ts";

const WIRE = "https://wire.example/rss";
const START = Date.parse("2026-11-23T12:00:00Z");
const HOUR_MS = 3_600_000;

let database: Database;
beforeEach(async () => {
  database = await openDatabase("sqlite::memory:");
});
afterEach(() => database.destroy());

interface Options {
  id?: string;
  rules?: Rule[];
  review?: ReviewSettings;
  isReviewed?: boolean;
  origin?: RuledEdition["sections"][number]["feeds"][number]["origin"];
}

function createEdition({
  id = "pier",
  rules = [],
  review = { hours: 24, overdue: "drop" },
  isReviewed = false,
  origin,
}: Options) {
  const feed = { url: WIRE, publisher: "The Wire", review: isReviewed, ...(origin && { origin }) };
  const sections = [
    { slug: "local", name: "Local", feeds: [feed] },
    { slug: "world", name: "World", feeds: [feed] },
  ];
  return { id, name: id, language: "en-US", rules, review, sections } as unknown as RuledEdition;
}

async function follow(...editions: RuledEdition[]): Promise<void> {
  for (const { id, sections } of editions)
    await recordFollows(
      database,
      sections.map(({ slug }) => ({ edition: id, section: slug, feed_url: WIRE })),
    );
}

/** Stores stories of the feed `WIRE` as a poll would. @param at time of the poll, in ms since 1970 */
async function poll(editions: readonly RuledEdition[], at: number, ...stories: Partial<Article>[]): Promise<void> {
  const articles = stories.map(({ title = "", ...fields }) => {
    const slug = title.toLowerCase();
    return {
      title,
      slug,
      link: `https://wire.example/${slug}`,
      guid: slug,
      author: "",
      excerpt: "",
      image: null,
      publishedAt: new Date(at).toISOString(),
      updatedAt: null,
      descriptionHtml: "",
      contentHtml: "",
      enclosures: [],
      categories: [],
      ...fields,
    };
  });
  const feed = { kind: "rss", title: "", description: "", link: null, language: null, articles } as const;
  const hide = (transaction: Database, url: string, ids: readonly number[], now: string) =>
    hideNewStories(transaction, editions, url, ids, now);
  await saveArticles(database, {
    feedUrl: WIRE,
    feed,
    now: new Date(at).toISOString(),
    isReserved: () => false,
    onWritten: hide,
  });
}

const apply = (editions: readonly RuledEdition[], at: number) => applyRules({ database, now: () => at }, editions);
const getSections = async (slug: string, edition = "pier") =>
  (await findArticleBySlug(database, edition, slug))?.sections.sort() ?? [];
const BOTH = ["local", "world"];

it("hides the stories of a poll in the poll's transaction, and shows them again without the rule", async () => {
  const edition = createEdition({ rules: [{ drop: { categories: ["ad"] } }] });
  await follow(edition);
  await poll([edition], START, { title: "News" }, { title: "Offer", categories: ["Ad"] });
  expect(await getSections("news")).toEqual(BOTH);
  expect(await getSections("offer")).toEqual([]);
  expect(await apply([edition], START)).toBe(0);
  expect(await apply([createEdition({})], START)).toBe(1);
  expect(await getSections("offer")).toEqual(BOTH);
});

it("applies a rule for a section only there", async () => {
  const edition = createEdition({ rules: [{ drop: { words: ["offer"] }, section: "world" }] });
  await follow(edition);
  await poll([edition], START, { title: "Offer" });
  expect(await getSections("offer")).toEqual(["local"]);
  const { index, update, close } = openIndexOf(database);
  await update();
  const search = {
    query: parseQuery("offer", "en", false),
    tags: [],
    range: { low: 0, high: LAST_KEY },
    enoughHits: 9,
  };
  const count = async (...places: string[]) => {
    const hiddenTags = places.map(hiddenTagFor);
    return (await index.use((tables) => findArticles(tables, { ...search, hiddenTags }))).hits.length;
  };
  expect(await count("pier", "pier/local")).toBe(1);
  expect(await count("pier/world")).toBe(0);
  await close();
});

it("applies changed rules to the newest stories first, and goes on where it was ended", async () => {
  await fillWithArticles(database, "pier", 300);
  const getSectionsOf = (number: number) => getSections(`story-${number}-of-a-city-whose-council-meets`);
  const edition = createEdition({ rules: [{ drop: { words: ["story"] } }] });
  let reads = 0;
  const signal = {
    get aborted() {
      return ++reads > 1;
    },
  } as AbortSignal;
  await applyRules({ database, now: () => START, signal }, [edition]);
  expect([await getSectionsOf(300), await getSectionsOf(1)]).toEqual([[], ["local"]]);
  await apply([edition], START);
  expect(await getSectionsOf(1)).toEqual([]);
});

it("follows the rules that editors add and remove, and logs them", async () => {
  const edition = createEdition({});
  await follow(edition);
  await poll([edition], START, { title: "Offer" });
  const editing = {
    database,
    edition,
    editions: [edition],
    actor: { isOperator: true as const, name: "Ann" },
    now: "2026-11-23T12:00:00.000Z",
  };
  const rule: Rule = { drop: { words: ["offer"] } };
  const { id } = await addRule(editing, rule);
  await expect(addRule(editing, rule)).rejects.toThrow(`Rule ${id} already says this.`);
  await apply([edition], START);
  expect(await getSections("offer")).toEqual([]);
  await removeRule(editing, Number(id));
  await apply([edition], START);
  expect(await getSections("offer")).toEqual(BOTH);
  expect(await listActions(database, "pier")).toMatchObject([
    { editor: "Ann", action: "add rule", subject: `rule ${id}`, before: null, after: JSON.stringify(rule) },
    { editor: "Ann", action: "remove rule", subject: `rule ${id}`, before: JSON.stringify(rule), after: null },
  ]);
});

it("drops a story when it reaches the age of a rule", async () => {
  const edition = createEdition({ rules: [{ drop: { olderThanDays: 0.5 } }] });
  await follow(edition);
  await apply([edition], START);
  await poll([edition], START, { title: "News" });
  await apply([edition], START + 11 * HOUR_MS);
  expect(await getSections("news")).toEqual(BOTH);
  await apply([edition], START + 13 * HOUR_MS);
  expect(await getSections("news")).toEqual([]);
});

it.each([
  ["drop", []],
  ["show", BOTH],
] as const)("makes new stories wait for an editor, then does what the edition says: %s", async (then, sections) => {
  const edition = createEdition({ isReviewed: true, review: { hours: 2, overdue: then } });
  await follow(edition);
  await poll([edition], START, { title: "News" }, { title: "Offer" });
  await apply([edition], START + HOUR_MS);
  expect(await getSections("news")).toEqual([]);
  const later = START + 2 * HOUR_MS;
  expect(await listWaitingArticles(database, "pier", new Date(later).toISOString())).toHaveLength(2);
  await apply([edition], later);
  expect(await getSections("news")).toEqual(sections);
  expect(await listActions(database, "pier")).toMatchObject([
    { editor: "schedule", action: then },
    { editor: "schedule", action: then },
  ]);
  // An editor's decision takes effect even after the review's time has passed.
  const editing = {
    database,
    edition,
    editions: [edition],
    actor: { isOperator: true as const, name: "Ann" },
    now: new Date(later).toISOString(),
  };
  await reviewStory(editing, "news", "approved");
  await reviewStory(editing, "offer", "rejected");
  expect(await getSections("news")).toEqual(BOTH);
  expect(await getSections("offer")).toEqual([]);
});

it("leaves the stories that readers saw before the review", async () => {
  const before = createEdition({});
  await follow(before);
  await poll([before], START, { title: "News" });
  const edition = createEdition({ isReviewed: true });
  await apply([edition], START + HOUR_MS);
  await poll([edition], START + 2 * HOUR_MS, { title: "News" }, { title: "Offer" });
  expect(await getSections("news")).toEqual(BOTH);
  expect(await getSections("offer")).toEqual([]);
});

it("applies the rules and the review of an edition to the editions that take its sections", async () => {
  const rules: Rule[] = [{ drop: { words: ["offer"] }, section: "local" }];
  const review: ReviewSettings = { hours: 24, overdue: "drop" };
  const pier = createEdition({ rules, review, isReviewed: true });
  const origin = { edition: "pier", name: "The Pier", section: "local", rules, review };
  const hill = createEdition({ id: "hill", isReviewed: true, origin });
  await follow(pier, hill);
  await poll([hill, pier], START, { title: "News" }, { title: "Offer" });
  expect(await getSections("news", "hill")).toEqual([]);
  const editing = {
    database,
    edition: pier,
    editions: [hill, pier],
    actor: { isOperator: true as const, name: "Ann" },
    now: "2026-11-23T12:00:00.000Z",
  };
  await reviewStory(editing, "news", "approved");
  await reviewStory(editing, "offer", "approved");
  expect(await getSections("news", "hill")).toEqual(BOTH);
  expect(await getSections("offer", "hill")).toEqual([]);
  expect(await getSections("offer", "pier")).toEqual(["world"]);
  await expect(reviewStory({ ...editing, edition: hill }, "news", "rejected")).rejects.toThrow("No feed");
});
