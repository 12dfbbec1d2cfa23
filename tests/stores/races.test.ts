import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Article, Feed } from "../../core/article.ts";
import { createContact } from "../../server/contact/contact.ts";
import { createLog } from "../../server/log.ts";
import { toNetwork } from "../../server/newsletter/subscribing/formTime.ts";
import { receiveSignUp } from "../../server/newsletter/subscribing/signUpForm.ts";
import { loadTokens } from "../../server/newsletter/subscribing/tokens.ts";
import { addImages, listImagesByUrl } from "../../server/store/articles/images.ts";
import { saveArticles } from "../../server/store/articles/saveArticles.ts";
import { withWriterLock } from "../../server/store/engines/engine.ts";
import { addFeeds } from "../../server/store/feeds/feeds.ts";
import { listUnfinishedIssues, saveIssue } from "../../server/store/newsletter/issues.ts";
import { createDeliveryLedger } from "../../server/store/newsletter/ledger.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { listArticlesOfFeed } from "../../server/store/takedowns/takenDownArticles.ts";
import { addStory } from "../../server/stories/editStories.ts";
import { openSealer } from "../../server/takedowns/sealer.ts";
import { type TakedownParts, takeDownImage, takeDownSource, takeDownStory } from "../../server/takedowns/takeDown.ts";
import { storeSubscribers } from "../support/briefingIssue.ts";
import { TIP } from "../support/contactMessage.ts";
import { countBy, openRacedStore, type RacedStore } from "../support/races.ts";

const NOON = "2025-04-17T12:00:00.000Z";
const log = createLog("silent");

let store: RacedStore;

beforeAll(async () => {
  store = await openRacedStore();
});

afterAll(() => store.close());

const post = (fields: Record<string, string>) =>
  new Request("https://site.example/", { method: "POST", body: new URLSearchParams(fields) });

function createArticle(title: string, guid: string, fields: Partial<Article> = {}): Article {
  return {
    ...{
      title,
      link: `https://news.example/${guid}`,
      guid,
      author: "Staff Writer",
      publishedAt: NOON,
      updatedAt: null,
    },
    descriptionHtml: "",
    contentHtml: "",
    excerpt: "",
    image: null,
    enclosures: [],
    categories: [],
    slug: "council-votes",
    ...fields,
  };
}

const createFeed = (...articles: Article[]): Feed => {
  return { kind: "rss", title: "", description: "", link: null, language: null, articles };
};

/** Posts the sign-up form 30 times at once. Returns the number of responses by status. */
async function signUp(createSender: (number: number) => { client: string; email: string }) {
  const { edition } = store;
  const tokens = await loadTokens(store.database);
  const receipts = await store.race(30, (database, number) => {
    const { client, email } = createSender(number);
    return receiveSignUp(post({ email }), { edition, database, tokens, log, client, siteUrl: "https://site.example" });
  });
  return countBy(receipts.map((receipt) => (receipt.isAccepted ? 200 : receipt.status)));
}

/** Posts the contact form 30 times at once. Returns the number of responses by status. */
async function sendMessages(getClient: (number: number) => string) {
  const receipts = await store.race(30, (database, number) =>
    createContact({ database, log }).receive(post(TIP), store.edition, getClient(number)),
  );
  return countBy(receipts.map((receipt) => (receipt.isAccepted ? 200 : receipt.status)));
}

/** Adds hits to a rate limit until the limit has `count` hits, as if earlier requests had been sent. */
async function countHits(keyHash: string, count: number): Promise<void> {
  const hits = store.database.selectFrom("rate_limit_hits").select("id").where("key_hash", "=", keyHash);
  const missing = count - (await hits.execute()).length;
  const row = { key_hash: keyHash, at: new Date().toISOString() };
  await store.database
    .insertInto("rate_limit_hits")
    .values(Array.from({ length: missing }, () => row))
    .execute();
}

describe("limits hold for 30 requests at once", () => {
  it("accepts three sign-ups of one address", async () => {
    const sender = (number: number) => ({ client: `198.18.${number}.1`, email: "rosa@reader.example" });
    expect(await signUp(sender)).toEqual({ 200: 3, 429: 27 });
    const subscribers = await store.database.selectFrom("subscribers").select("email").execute();
    expect(subscribers).toEqual([{ email: "rosa@reader.example" }]);
    expect(await store.database.selectFrom("confirmation_mails").select("attempts").execute()).toEqual([
      { attempts: 0 },
    ]);
  });

  it("accepts five messages of one sender", async () => {
    expect(await sendMessages(() => "198.18.0.1")).toEqual({ 200: 5, 429: 25 });
    expect(await store.database.selectFrom("messages").select("id").execute()).toHaveLength(5);
  });

  it("accepts 500 messages for an edition within a day", async () => {
    const { keyedHash } = await loadTokens(store.database);
    await countHits(keyedHash("contact limit edition", store.edition.id), 497);
    expect(await sendMessages((number) => `198.18.1.${number}`)).toEqual({ 200: 3, 429: 27 });
  });

  it.each([
    {
      kind: "network",
      key: toNetwork("198.19.1.0"),
      maxHits: 10,
      createSender: (number: number) => ({ client: `198.19.1.${number}`, email: `rosa@town-${number}.example` }),
    },
    {
      kind: "domain",
      key: "club.example",
      maxHits: 200,
      createSender: (number: number) => ({ client: `198.20.${number}.1`, email: `member-${number}@club.example` }),
    },
    {
      kind: "all",
      key: "",
      maxHits: 500,
      createSender: (number: number) => ({ client: `198.21.${number}.1`, email: `rosa@village-${number}.example` }),
    },
  ])("accepts $maxHits sign-ups of one key of the kind $kind", async ({ kind, key, maxHits, createSender }) => {
    const { keyedHash } = await loadTokens(store.database);
    await countHits(keyedHash(`limit ${kind}`, key), maxHits - 3);
    expect(await signUp(createSender)).toEqual({ 200: 3, 429: 27 });
  });
});

async function openTakedowns(): Promise<Omit<TakedownParts, "database">> {
  const { edition, folder } = store;
  const sealer = await openSealer({ DATABASE_URL: "sqlite::memory:", DATA_DIR: folder });
  return { editions: [edition], folder, sealer, now: Date.parse(NOON) };
}

describe("polls at once", () => {
  it("give stories with one headline different slugs, and so do editors who write it meanwhile", async () => {
    const content = {
      title: "Council votes",
      deck: "",
      sections: [],
      byline: ["Rosa"],
      place: "",
      topics: [],
      body: "",
    };
    await store.race<unknown>(24, (database, number) => {
      if (number % 4 > 1)
        return addStory(
          { database, edition: store.edition, actor: { isOperator: true, name: "rosa" }, now: NOON },
          { content },
        );
      const feed = createFeed(createArticle("Council votes", `council-${number}`));
      return saveArticles(database, {
        feedUrl: `https://feed-${number}.example/rss`,
        feed,
        now: NOON,
        isReserved: () => false,
      });
    });
    const articles = await store.database.selectFrom("articles").select("slug").execute();
    const drafts = await store.database.selectFrom("staff_stories").select("slug").execute();
    expect([articles.length, drafts.length]).toEqual([12, 12]);
    expect(new Set([...articles, ...drafts].map(({ slug }) => slug))).toEqual(
      new Set(["council-votes", ...Array.from({ length: 23 }, (_, index) => `council-votes-${index + 2}`)]),
    );
  });

  it("store a story once that several feeds carry", async () => {
    await store.race(24, (database, number) => {
      const article = createArticle("One link", `shared-${number}`, { link: "https://news.example/shared" });
      return saveArticles(database, {
        feedUrl: `https://feed-${number}.example/rss`,
        feed: createFeed(article),
        now: NOON,
        isReserved: () => false,
      });
    });
    const articles = store.database.selectFrom("articles").select("id").where("title", "=", "One link");
    const [article, ...others] = await articles.execute();
    expect(others).toEqual([]);
    const entries = store.database
      .selectFrom("entries")
      .select("feed_url")
      .where("article_id", "=", article?.id ?? 0);
    expect(await entries.execute()).toHaveLength(24);
  });

  it("leave no story of a source that is taken down meanwhile", async () => {
    const feedUrl = "https://taken-down.example/rss";
    await addFeeds(store.database, [feedUrl], NOON);
    const parts = await openTakedowns();
    await store.race(24, async (database, number) => {
      if (number === 12) return takeDownSource({ ...parts, database }, feedUrl, null);
      const feed = createFeed(createArticle(`Number ${number}`, `down-${number}`, { slug: `number-${number}` }));
      return saveArticles(database, { feedUrl, feed, now: NOON, isReserved: () => false });
    });
    const articles = store.database.selectFrom("articles").select("title").where("feed_url", "=", feedUrl);
    expect(await articles.where("taken_down_at", "is", null).execute()).toEqual([]);
  });

  it("leave no text of a story that is taken down meanwhile", async () => {
    const feedUrl = "https://edited.example/rss";
    const parts = await openTakedowns();
    // Like a poll, holds the writer lock while reading the store and saving.
    const save = (database: Database, number: number) =>
      withWriterLock(database, (transaction) => {
        const article = createArticle("Edited story", "edited", { contentHtml: `<p>Version ${number}</p>` });
        return saveArticles(transaction, { feedUrl, feed: createFeed(article), now: NOON, isReserved: () => false });
      });
    await save(store.database, 0);
    const [story] = await listArticlesOfFeed(store.database, feedUrl);
    if (!story) throw new Error("The story was not stored.");
    await store.race(24, async (database, number) => {
      if (number === 12) return takeDownStory({ ...parts, database }, story, null);
      // Saves three times in a row, so that some saves are unfinished when the slower takedown writes.
      for (let version = 1; version <= 3; version++) await save(database, 100 * version + number);
    });
    const articles = store.database.selectFrom("articles").select(["content_html", "taken_down_at"]);
    const stored = await articles.where("feed_url", "=", feedUrl).execute();
    expect(stored).toEqual([{ content_html: "", taken_down_at: NOON }]);
  });
});

it("images are not added when they, or their stories, are taken down meanwhile", async () => {
  const feedUrl = "https://photos.example/rss";
  const parts = await openTakedowns();
  const toUrl = (number: number) => `https://photos.example/${number}.jpg`;
  const toImage = (number: number) => ({
    url: toUrl(number),
    width: null,
    height: null,
    alt: "",
    caption: "",
    credit: "",
  });
  const withImages = Array.from({ length: 12 }, (_, number) =>
    createArticle(`Photo ${number}`, `photo-${number}`, { image: toImage(number), slug: `photo-${number}` }),
  );
  await saveArticles(store.database, { feedUrl, feed: createFeed(...withImages), now: NOON, isReserved: () => false });
  const stories = await listArticlesOfFeed(store.database, feedUrl);
  expect(stories).toHaveLength(12);
  await store.race(48, async (database, number) => {
    const index = number >> 1;
    const story = stories[index];
    const url = story?.image_url ?? toUrl(index);
    if (number % 2 === 0) {
      const image = { url, priority: 0, feedUrl, ...(story && { articleId: story.id }) };
      await addImages(database, [image], NOON, () => `key-${index}`);
    } else if (story) await takeDownStory({ ...parts, database }, story, null);
    else await takeDownImage({ ...parts, database }, { url, feedUrl }, null);
  });
  const urls = Array.from({ length: 24 }, (_, number) => toUrl(number));
  expect(await listImagesByUrl(store.database, urls)).toEqual([]);
});

describe("senders at once", () => {
  it("store one issue a day, and lease each delivery once", async () => {
    const issue = { edition: store.edition.id, date: "2025-04-17", subject: "News", content: {}, now: NOON };
    await store.race(8, (database) => saveIssue(database, issue));
    const [stored, ...others] = await listUnfinishedIssues(store.database);
    expect(others).toEqual([]);
    await storeSubscribers(store.database, 100);
    const subscribers = await store.database
      .selectFrom("subscribers")
      .select("id")
      .where("status", "=", "confirmed")
      .execute();
    const deliveries = subscribers.map(({ id }) => {
      return { subscriber_id: id, message_id: `<${id}@site.example>`, verp_token: `token-${id}` };
    });
    const issueId = stored?.id ?? 0;
    await store.race(4, (database) => createDeliveryLedger(database, issueId).queue(deliveries, NOON));
    const leased = await store.race(10, (database, number) =>
      createDeliveryLedger(database, issueId).lease(`sender-${number}`, NOON, 10),
    );
    expect(leased.map((list) => list.length)).toEqual(Array.from({ length: 10 }, () => 10));
    expect(new Set(leased.flat().map(({ id }) => id)).size).toBe(100);
  });

  it("renew leases while outcomes are recorded, in any order, without a deadlock", async () => {
    const ledger = createDeliveryLedger(store.database, (await listUnfinishedIssues(store.database))[0]?.id ?? 0);
    await store.database.updateTable("deliveries").set({ state: "queued", lease_holder: null }).execute();
    const ids = (await ledger.lease("one", NOON, 100)).map(({ id }) => id).sort((a, b) => b - a);
    const recorded = await store.race(20, async (database, number) => {
      const sender = createDeliveryLedger(database, (await listUnfinishedIssues(database))[0]?.id ?? 0);
      if (number % 4 < 2) return sender.renewLeases("one", NOON);
      const outcomes = ids.filter((_, index) => index % 20 === number);
      await sender.record(
        "one",
        outcomes.map((id) => ({ id, state: "sent", reply: "250 OK", nextAttemptAt: null })),
        null,
        NOON,
      );
    });
    expect(recorded).toHaveLength(20);
    expect(await ledger.count()).toEqual({ leased: 50, sent: 50 });
  });
});
