import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { openPollSimulation, type PollSimulation } from "../support/pollSimulation.ts";
import { temporaryFolder } from "../support/site.ts";

const START = Date.parse("2026-11-21T12:00:00Z");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let desk: PollSimulation | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
});

afterEach(async () => {
  await desk?.close();
  desk = undefined;
  await host.close();
  await folder.remove();
});

interface Item {
  title: string;
  link?: string;
  guid?: string;
  date?: string | null;
  more?: string;
}

function serve(path: string, ...items: Item[]): void {
  const entries = items.map(({ title, link, guid, date = "Sat, 21 Nov 2026 09:00:00 GMT", more = "" }) =>
    [
      `<item><title>${title}</title>`,
      link ? `<link>${link}</link>` : "",
      guid ? `<guid isPermaLink="false">${guid}</guid>` : "",
      date ? `<pubDate>${date}</pubDate>` : "",
      `${more}</item>`,
    ].join(""),
  );
  host.serve(path, { body: `<rss version="2.0"><channel><title>${path}</title>${entries.join("")}</channel></rss>` });
}

function writeEditions(feeds: Record<string, { path: string; publisher: string }[]>): Promise<string> {
  return writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (feeds[section] ?? []).map(({ path, publisher }) => ({ url: host.url(path), publisher })),
    relays: [],
  });
}

async function pollAgain(path: string): Promise<void> {
  desk?.pass(90);
  await desk?.trigger(host.url(path));
  await desk?.poll();
}

const TWO_PAPERS = {
  local: [{ path: "/times.xml", publisher: "The Times" }],
  national: [{ path: "/post.xml", publisher: "The Post" }],
};

describe("a story", () => {
  it("that two publishers have is shown once on a page, with both named", async () => {
    serve("/times.xml", {
      title: "Mayor signs the city budget after long debate",
      link: "https://times.example/budget",
    });
    serve("/post.xml", {
      title: "Mayor signs city budget after a long debate - The Post",
      link: "https://post.example/mayor",
    });
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    const { hero, blocks } = await desk.news.frontPage();
    const stories = [...(hero.state === "loaded" ? [hero.story] : []), ...blocks.flatMap((block) => block.stories)];
    const shown = stories.filter(({ title }) => title.startsWith("Mayor signs"));
    expect(shown).toHaveLength(1);
    const [first] = shown;
    expect(first?.source).toBe("The Times");
    expect(first?.furtherSources).toEqual([
      {
        publisher: "The Post",
        title: "Mayor signs city budget after a long debate - The Post",
        link: "https://post.example/mayor",
      },
    ]);
    // Each of the two stories has a separate page, which names the other story's publisher.
    const page = await desk.news.article("mayor-signs-city-budget-after-a-long-debate-the-post");
    expect(page?.isTakenDown).toBe(false);
    if (page && !page.isTakenDown)
      expect(page.story.furtherSources.map(({ publisher }) => publisher)).toEqual(["The Times"]);
  });

  it("with one URL in two publishers' feeds is one article, with both named", async () => {
    const link = "https://wire.example/budget?utm_source=times#top";
    serve("/times.xml", { title: "Budget passes after long night", link, guid: "t-1" });
    serve("/post.xml", { title: "Council passes it", link: "http://www.wire.example/budget/", guid: "p-1" });
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    const rows = await desk.database.selectFrom("articles").select(["slug", "title"]).execute();
    expect(rows).toHaveLength(1);
    const { slug = "", title } = rows[0] ?? {};
    const page = await desk.news.article(slug);
    // Both feeds are polled at once. The title comes from the feed that is stored first.
    const named = page && !page.isTakenDown && page.story.furtherSources.map(({ publisher }) => publisher);
    expect([
      ["Budget passes after long night", ["The Post"]],
      ["Council passes it", ["The Times"]],
    ]).toContainEqual([title, named]);
  });

  it("keeps its URL and stays a single article when its title and date are edited", async () => {
    serve("/times.xml", { title: "First words", link: "https://times.example/1", guid: "1" });
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    serve("/times.xml", {
      title: "Better words",
      link: "https://times.example/1",
      guid: "1",
      date: "Sat, 21 Nov 2026 11:00:00 GMT",
    });
    await desk.run(60, 5);
    serve("/times.xml", { title: "Best words", link: "https://times.example/1?utm_campaign=x", guid: "another guid" });
    await desk.run(60, 5);
    const rows = await desk.database.selectFrom("articles").select(["slug", "title"]).execute();
    expect(rows).toEqual([{ slug: "first-words", title: "Best words" }]);
    serve("/times.xml", { title: "Last words", link: "https://times.example/1", guid: "1" });
    await desk.run(60, 5);
    expect(await desk.database.selectFrom("articles").select(["slug", "title"]).execute()).toEqual([
      { slug: "first-words", title: "Last words" },
    ]);
  });

  it("that is re-dated with every poll keeps its first date, and a later date is that of an update", async () => {
    const datedAt = (hour: number, title = "Ferry delayed") => [
      { title, link: "https://times.example/ferry", guid: "1", date: `Sat, 21 Nov 2026 ${hour}:00:00 GMT` },
    ];
    const listDates = () =>
      desk?.database.selectFrom("articles").select(["published_at", "updated_at", "changed_at"]).execute();
    serve("/times.xml", { ...datedAt(10)[0], title: "Ferry delayed", date: "Fri, 13 Nov 2026 04:00:00 GMT" });
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    const first = await listDates();
    expect(first).toMatchObject([{ published_at: "2026-11-13T04:00:00.000Z", updated_at: null }]);
    for (const hour of [12, 13]) {
      serve("/times.xml", ...datedAt(hour));
      await pollAgain("/times.xml");
      expect(await listDates()).toEqual(first);
    }
    serve("/times.xml", ...datedAt(13, "Ferry canceled"));
    await pollAgain("/times.xml");
    const edited = { published_at: "2026-11-13T04:00:00.000Z", updated_at: "2026-11-21T13:00:00.000Z" };
    expect(await listDates()).toMatchObject([edited]);
    serve("/times.xml", { ...datedAt(13)[0], title: "Ferry canceled", date: "Thu, 12 Nov 2026 04:00:00 GMT" });
    await pollAgain("/times.xml");
    expect(await listDates()).toMatchObject([{ published_at: "2026-11-12T04:00:00.000Z" }]);
  });

  it("shares its identifier with others whose links or titles differ, and is one in each poll", async () => {
    const home = "https://times.example/";
    const all = [
      ...["/quay", "/pier", "/dock"].map((path) => ({
        title: `Of ${path}`,
        link: `https://times.example${path}`,
        guid: home,
      })),
      ...["Tide tables", "Fog horn", "Lamp room"].map((title) => ({ title, link: home })),
      ...["a", "b"].map((path) => ({ title: "Same guid", link: `https://times.example/${path}`, guid: "1" })),
    ];
    // First serves the first entry of each group of similar entries. The loop then serves all entries.
    const [quay, tides, a] = [all[0], all[3], all[6]].filter((item) => item !== undefined);
    if (!quay || !tides || !a) throw new Error("no items");
    serve("/times.xml", quay, tides, a);
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    for (const items of [all, all.toReversed(), [quay, tides, a]]) {
      serve("/times.xml", ...items);
      await pollAgain("/times.xml");
      const rows = await desk.database.selectFrom("articles").select("link").execute();
      expect(rows).toHaveLength(all.length);
    }
  });

  it("keeps its address when guid and link are corrected, and has a random parameter in its link", async () => {
    const wrong = { title: "Build your own shelf", link: "https://times.example/build-you-own", guid: "build-you-own" };
    const column = { title: "From the harbor", link: "https://times.example/harbor-1", guid: "h1" };
    serve("/times.xml", wrong, column);
    const random = (number: number) => [
      { title: "Dredging", link: `https://post.example/story?id=4&rand=${number}` },
      { title: "Undated dredging", link: `https://post.example/story?id=5&rand=${number}`, date: null },
    ];
    serve("/post.xml", ...random(1));
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    const link = "https://times.example/build-your-own";
    // Keeps the story `column` in the feed, and adds a second story with the same title.
    serve("/times.xml", { ...wrong, link, guid: link }, column, { ...column, link: `${column.link}b`, guid: "h2" });
    await pollAgain("/times.xml");
    const { database } = desk;
    const list = (path: string) => {
      const rows = database.selectFrom("articles").select(["slug", "link"]).where("feed_url", "=", host.url(path));
      return rows.orderBy("slug").execute();
    };
    expect(await list("/times.xml")).toEqual([
      { slug: "build-your-own-shelf", link },
      { slug: "from-the-harbor", link: column.link },
      { slug: "from-the-harbor-2", link: `${column.link}b` },
    ]);
    const countEntries = async () => (await database.selectFrom("entries").selectAll().execute()).length;
    const [before, stories] = [await countEntries(), await list("/post.xml")];
    for (const number of [2, 3]) {
      serve("/post.xml", ...random(number));
      await pollAgain("/post.xml");
      expect(await list("/post.xml")).toEqual(stories);
      expect(await countEntries()).toBe(before);
    }
    expect(stories).toHaveLength(2);
  });

  it("with an invalid date is sorted beside its neighbors", async () => {
    const days = Array.from({ length: 21 }, (_, index) => ({
      title: `Day ${index}`,
      link: `https://times.example/${index}`,
      date: new Date(START - index * 24 * 3_600_000).toUTCString(),
    }));
    const broken = days.map((day, index) =>
      [0, 3].includes(index) ? { ...day, date: "Wed, 31 Foo 2026 12:00:00 GMT" } : day,
    );
    serve("/times.xml", ...broken);
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    const rows = await desk.database
      .selectFrom("articles")
      .select(["title", "published_at"])
      .orderBy("sorted_at", "desc")
      .orderBy("id")
      .execute();
    expect(rows.slice(0, 5).map(({ title }) => title)).toEqual(["Day 1", "Day 0", "Day 2", "Day 4", "Day 3"]);
    expect(rows.filter(({ published_at }) => published_at === null)).toHaveLength(2);
  });

  it("without a date has none, and one dated in the future keeps the date of its first poll", async () => {
    serve(
      "/times.xml",
      { title: "Undated", link: "https://times.example/u", date: null },
      { title: "Of tomorrow", link: "https://times.example/t", date: "Mon, 21 Nov 2044 09:00:00 GMT" },
    );
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    const dates = async () =>
      Object.fromEntries(
        ((await desk?.database.selectFrom("articles").select(["title", "published_at"]).execute()) ?? []).map(
          ({ title, published_at }) => [title, published_at],
        ),
      );
    const now = new Date(START).toISOString();
    expect(await dates()).toEqual({ Undated: null, "Of tomorrow": now });
    serve(
      "/times.xml",
      { title: "Undated, edited", link: "https://times.example/u", date: null },
      { title: "Of tomorrow, edited", link: "https://times.example/t", date: "Mon, 21 Nov 2044 09:00:00 GMT" },
    );
    // Runs for 90 minutes: the feed is polled less than once an hour, since a story without a date counts as a day old.
    await desk.run(90, 10);
    expect(await dates()).toEqual({ "Undated, edited": null, "Of tomorrow, edited": now });
  });

  it("keeps the caption and credit of its image", async () => {
    serve("/times.xml", {
      title: "With a picture",
      link: "https://times.example/p",
      more: `<media:content xmlns:media="http://search.yahoo.com/mrss/" url="https://times.example/p.jpg" medium="image" width="1200"><media:description>Crews at the lock</media:description><media:credit>Dana Ortiz</media:credit></media:content>`,
    });
    desk = await openPollSimulation(await writeEditions(TWO_PAPERS), host, START);
    await desk.poll();
    const row = await desk.database.selectFrom("articles").select(["image_caption", "image_credit"]).executeTakeFirst();
    expect(row).toEqual({ image_caption: "Crews at the lock", image_credit: "Dana Ortiz" });
  });
});
