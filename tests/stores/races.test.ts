import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Article, Feed } from "../../core/article.ts";
import { type ContactEdition, createContact, takesMessages } from "../../server/contact/contact.ts";
import { loadEditions } from "../../server/editions/load.ts";
import { createLog } from "../../server/log.ts";
import { receiveSignUp } from "../../server/newsletter/subscribing/signUpForm.ts";
import { loadTokens } from "../../server/newsletter/subscribing/tokens.ts";
import { addFeeds } from "../../server/store/feeds.ts";
import { findUnfinishedIssues, saveIssue } from "../../server/store/newsletter/issues.ts";
import { createLedger } from "../../server/store/newsletter/ledger.ts";
import { connectDatabase } from "../../server/store/open.ts";
import { saveArticles } from "../../server/store/saveArticles.ts";
import type { Database } from "../../server/store/schema.ts";
import { addStory } from "../../server/stories/editing.ts";
import { openSealer } from "../../server/takedowns/sealer.ts";
import { takeDownSource } from "../../server/takedowns/takeDown.ts";
import { storeSubscribers } from "../support/briefingIssue.ts";
import { TIP } from "../support/contactMessage.ts";
import { temporaryFolder } from "../support/site.ts";
import { openDatabase, toStoreUrl } from "../support/stores.ts";

const NOON = "2025-04-17T12:00:00.000Z";
/** Longer than thirty attempts take one after the other on a busy machine. */
const LOCK_TIMEOUT_MS = 60_000;
const log = createLog("silent");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let edition: ContactEdition;
/** Two connections to one store, such as those of two threads or processes. */
let stores: [Database, Database];

beforeAll(async () => {
  folder = await temporaryFolder();
  const [first] = await loadEditions("editions");
  if (!first || !takesMessages(first)) throw new Error("The edition has no contact form.");
  edition = first;
  const url = `sqlite:${join(folder.path, "races.db")}`;
  await (await openDatabase(url)).destroy();
  const store = await toStoreUrl(url);
  stores = [connectDatabase(store, LOCK_TIMEOUT_MS), connectDatabase(store, LOCK_TIMEOUT_MS)];
});

afterAll(async () => {
  for (const store of stores) await store.destroy();
  await folder.remove();
});

/** Runs a piece of work many times at once, alternating between the stores. */
function race<Result>(times: number, work: (store: Database, number: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, number) => work(stores[number % 2 ? 1 : 0], number)));
}

function countBy<Value extends PropertyKey>(values: readonly Value[]) {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}

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
    ...{ descriptionHtml: "", contentHtml: "", excerpt: "", image: null, enclosures: [], categories: [] },
    slug: "council-votes",
    ...fields,
  };
}

const createFeed = (...articles: Article[]): Feed => {
  return { kind: "rss", title: "", description: "", link: null, language: null, articles };
};

describe("limits hold for 30 requests at once", () => {
  it("accepts three sign-ups of one address", async () => {
    const tokens = await loadTokens(stores[0]);
    const receipts = await race(30, (database, number) =>
      receiveSignUp(post({ email: "rosa@reader.example" }), {
        ...{ edition, database, tokens, log },
        ...{ client: `198.18.${number}.1`, siteUrl: "https://site.example" },
      }),
    );
    expect(countBy(receipts.map((receipt) => (receipt.isTaken ? 200 : receipt.status)))).toEqual({ 200: 3, 429: 27 });
    const subscribers = await stores[0].selectFrom("subscribers").select("email").execute();
    expect(subscribers).toEqual([{ email: "rosa@reader.example" }]);
    expect(await stores[0].selectFrom("confirmation_mails").select("attempts").execute()).toEqual([{ attempts: 0 }]);
  });

  it("accepts five messages of one sender", async () => {
    const contacts = stores.map((database) => createContact({ database, log }));
    const receipts = await race(30, async (_, number) =>
      contacts[number % 2]?.receive(post(TIP), edition, "198.18.0.1"),
    );
    const statuses = receipts.map((receipt) => (receipt?.isTaken ? 200 : (receipt?.status ?? 0)));
    expect(countBy(statuses)).toEqual({ 200: 5, 429: 25 });
    expect(await stores[0].selectFrom("messages").select("id").execute()).toHaveLength(5);
  });
});

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
    await race<unknown>(24, (database, number) => {
      if (number % 4 > 1) return addStory({ database, edition, editor: "rosa", now: NOON }, { content });
      const feed = createFeed(createArticle("Council votes", `council-${number}`));
      return saveArticles(database, `https://feed-${number}.example/rss`, feed, NOON, () => false);
    });
    const articles = await stores[0].selectFrom("articles").select("slug").execute();
    const drafts = await stores[0].selectFrom("own_stories").select("slug").execute();
    expect([articles.length, drafts.length]).toEqual([12, 12]);
    expect(new Set([...articles, ...drafts].map(({ slug }) => slug))).toEqual(
      new Set(["council-votes", ...Array.from({ length: 23 }, (_, index) => `council-votes-${index + 2}`)]),
    );
  });

  it("store a story once that several feeds carry", async () => {
    await race(24, (database, number) => {
      const article = createArticle("One link", `shared-${number}`, { link: "https://news.example/shared" });
      return saveArticles(database, `https://feed-${number}.example/rss`, createFeed(article), NOON, () => false);
    });
    const articles = stores[0].selectFrom("articles").select("id").where("title", "=", "One link");
    const [article, ...others] = await articles.execute();
    expect(others).toEqual([]);
    const entries = stores[0]
      .selectFrom("entries")
      .select("feed_url")
      .where("article_id", "=", article?.id ?? 0);
    expect(await entries.execute()).toHaveLength(24);
  });

  it("leave no story of a source that is taken down meanwhile", async () => {
    const feedUrl = "https://taken-down.example/rss";
    await addFeeds(stores[0], [feedUrl], NOON);
    const sealer = await openSealer({ DATABASE_URL: "sqlite::memory:", DATA_DIR: folder.path });
    const parts = { editions: [edition], folder: folder.path, sealer, now: Date.parse(NOON) };
    await race(24, async (database, number) => {
      if (number === 12) return takeDownSource({ ...parts, database }, feedUrl, null);
      const feed = createFeed(createArticle(`Number ${number}`, `down-${number}`, { slug: `number-${number}` }));
      return saveArticles(database, feedUrl, feed, NOON, () => false);
    });
    const articles = stores[0].selectFrom("articles").select("title").where("feed_url", "=", feedUrl);
    expect(await articles.where("taken_down_at", "is", null).execute()).toEqual([]);
  });
});

describe("senders at once", () => {
  it("store one issue a day, and lease each delivery once", async () => {
    const issue = { edition: edition.id, date: "2025-04-17", subject: "News", content: {}, now: NOON };
    await race(8, (database) => saveIssue(database, issue));
    const [stored, ...others] = await findUnfinishedIssues(stores[0]);
    expect(others).toEqual([]);
    await storeSubscribers(stores[0], 100);
    const subscribers = await stores[0]
      .selectFrom("subscribers")
      .select("id")
      .where("status", "=", "confirmed")
      .execute();
    const deliveries = subscribers.map(({ id }) => {
      return { subscriber_id: id, message_id: `<${id}@site.example>`, verp_token: `token-${id}` };
    });
    const ledgers = stores.map((store) => createLedger(store, stored?.id ?? 0));
    await race(4, async (_, number) => ledgers[number % 2]?.queue(deliveries, NOON));
    const leased = await race(
      10,
      async (_, number) => (await ledgers[number % 2]?.lease(`sender-${number}`, NOON, 10)) ?? [],
    );
    expect(leased.map((list) => list.length)).toEqual(Array.from({ length: 10 }, () => 10));
    expect(new Set(leased.flat().map(({ id }) => id)).size).toBe(100);
  });

  it("renew leases while outcomes are recorded, in any order, without a deadlock", async () => {
    const ledger = createLedger(stores[0], (await findUnfinishedIssues(stores[0]))[0]?.id ?? 0);
    await stores[0].updateTable("deliveries").set({ state: "queued", lease_holder: null }).execute();
    const ids = (await ledger.lease("one", NOON, 100)).map(({ id }) => id).sort((a, b) => b - a);
    const recorded = await race(20, async (database, number) => {
      const sender = createLedger(database, (await findUnfinishedIssues(database))[0]?.id ?? 0);
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
