import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeIssue } from "../support/briefingIssue.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase, queryStore, storeUrlIn } from "../support/stores.ts";

// The tests share a site. Each test undoes its own takedowns.

const GONE = "a-story-that-must-go";
const SECRET = "The mayor’s unpublished letter.";
const IMAGES = ["/lead.jpg", "/inside.jpg", "/shared.jpg"] as const;
const STORED = /"msg":"image stored"/g;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let env: Record<string, string>;

interface Item {
  title: string;
  guid: string;
  link?: string;
  image?: string;
  body?: string;
}

function serve(path: string, ...items: Item[]): void {
  const entries = items.map(
    ({ title, guid, link, image, body }) =>
      `<item><title>${title}</title><link>${link ?? `https://times.example/${guid}`}</link><guid isPermaLink="false">${guid}</guid>
      <pubDate>Sat, 21 Nov 2026 09:00:00 GMT</pubDate><description>Deck of ${guid}.</description>
      ${image ? `<media:content url="${host.url(image)}" medium="image" width="1600"/>` : ""}
      <content:encoded><![CDATA[<p>${body ?? ""}</p>]]></content:encoded></item>`,
  );
  host.serve(path, {
    body: `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
      xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${path}</title>${entries.join("")}</channel></rss>`,
  });
}

const gone = (change: Partial<Item> = {}): Item => ({
  title: "A story that must go",
  guid: "gone",
  image: IMAGES[0],
  body: `${SECRET}<img src="${host.url(IMAGES[1])}" alt="">`,
  ...change,
});
const stays: Item = { title: "A story that stays", guid: "stays", image: IMAGES[2] };
const shares: Item = { title: "A story with the same photo", guid: "shares", image: IMAGES[2] };

function createPhoto(index: number): Promise<Buffer> {
  const background = { r: 60 * index, g: 110, b: 130 };
  return sharp({ create: { width: 900, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  for (const [index, path] of IMAGES.entries()) {
    host.serve(path, { body: await createPhoto(index), contentType: "image/jpeg" });
  }
  serve("/times.xml", gone(), stays, shares);
  serve("/post.xml", { title: "The Post on the lakefront", guid: "lakefront" });
  const feeds: Record<string, object> = {
    local: { url: host.url("/times.xml"), publisher: "The Times", rights: { text: "full" } },
    national: { url: host.url("/post.xml"), publisher: "The Post" },
  };
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (feeds[section] ? [feeds[section] as { url: string; publisher: string }] : []),
    relays: [],
    change: (edition) => edition.set("ports", [Number(host.allowed.split(":")[1])]),
  });
  const data = folder.path;
  env = {
    ALLOW_PRIVATE_HOSTS: host.allowed,
    EDITIONS_DIR: editions,
    DATA_DIR: data,
    DATABASE_URL: storeUrlIn(data),
  };
  site = await startSite({ editions, data, env });
  await site.logs((log) => (log.match(STORED)?.length ?? 0) >= IMAGES.length);
  await waitForPolls(site, Object.keys(feeds).length);
  await storeBriefing();
});

afterAll(async () => {
  await site.stop();
  await host.close();
  await folder.remove();
});

/** Stores a past briefing with the story `GONE` as its lead. */
async function storeBriefing(): Promise<void> {
  const story = (slug: string, title: string) => {
    return {
      storyKey: slug,
      slug,
      title,
      deck: `Deck of ${slug}.`,
      source: "The Times",
      section: "Local News",
      pictureAlt: null,
    };
  };
  const hero = story(GONE, "A story that must go");
  const stories = [hero, story("a-story-that-stays", "A story that stays")];
  const content = {
    hero,
    sections: [{ slug: "local", name: "Local News", stories }],
    corrections: [],
    events: [],
    radio: null,
  };
  const database = await openDatabase(env.DATABASE_URL ?? "");
  await storeIssue(database, content, Date.parse("2026-11-21T12:00:00Z"), "2026-11-21");
  await database.destroy();
}

const takedown = (...args: string[]) => broadsheet(["takedown", ...args], env);
const statusOf = async (path: string) => (await fetch(site.url + path)).status;
const textOf = async (path: string) => (await fetch(site.url + path)).text();
/** Lists the image files, without originals that are being converted. */
const listImageFiles = async () =>
  (await readdir(join(folder.path, "pictures"))).filter((name) => /\.(avif|webp)$/.test(name)).sort();

/** Returns the content of the search index's files. */
async function readSearchIndex(): Promise<string> {
  const files = ["search-en.db", "search-en.db-wal"].map((name) => readFile(join(folder.path, name), "latin1"));
  return (await Promise.all(files)).join("");
}

const countApplied = (log: string) => log.match(/"takedown applied"/g)?.length ?? 0;
/** Runs a takedown command. If the command succeeds, waits until the server has applied the change. */
async function takedownApplied(...args: string[]) {
  const before = countApplied(site.written());
  const done = await takedown(...args);
  if (done.status === 0) await site.logs((log) => countApplied(log) > before);
  return done;
}

const query = <Row>(statement: RawBuilder<Row>) => queryStore(storeUrlIn(folder.path), statement);

describe("a story that is taken down", () => {
  it("is erased with its images everywhere, stays away whatever its feed does, and is restored completely", async () => {
    const files = await listImageFiles();
    expect(await textOf(`/article/${GONE}`)).toContain(SECRET);
    await expect.poll(readSearchIndex).toContain("unpublished");
    expect(await textOf("/newsletter/2026-11-21")).toContain(`Deck of ${GONE}.`);
    const [, lead = ""] = /srcSet="(\/pictures\/\S+) /i.exec(await textOf(`/article/${GONE}`)) ?? [];
    expect(await statusOf(lead)).toBe(200);

    const done = await takedownApplied(`${site.url}/article/${GONE}`, "--reason", "Asked by its author.");
    expect(done).toMatchObject({ status: 0, output: expect.stringContaining(`${GONE} is taken down`) });
    const page = await textOf(`/article/${GONE}`);
    expect(await statusOf(`/article/${GONE}`)).toBe(410);
    expect(page).toContain("Page Not Found");
    expect(page).toContain("This story was taken down.");
    expect(await textOf("/local")).not.toContain("A story that must go");
    expect(await textOf("/search?q=must+go")).not.toContain(GONE);

    // Checks the store and the disk, once the search index has been merged in the background.
    await expect.poll(async () => (await readSearchIndex()).includes("unpublished")).toBe(false);
    const [row] = await query(sql`select * from articles where slug = ${GONE}`);
    expect(row).toMatchObject({ author: "", content_html: "", description_html: "", excerpt: "", image_url: null });
    expect(
      JSON.stringify([await query(sql`select * from issues`), await query(sql`select * from articles`)]),
    ).not.toContain(SECRET);
    const [copy] = await query(sql<{ sealed: Uint8Array }>`select sealed from sealed_copies`);
    expect(Buffer.from(copy?.sealed ?? []).toString("utf8")).not.toContain("mayor");
    expect((await stat(join(folder.path, "takedown.key"))).mode & 0o777).toBe(0o600);
    const rest = await listImageFiles();
    expect(rest).toEqual(files.filter((file) => rest.includes(file)));
    expect(rest.length).toBe(files.length / IMAGES.length);
    expect(await statusOf(lead)).toBe(404);

    // The takedown appears on pages, in feeds, and in /takedowns.json.
    const issue = await textOf("/newsletter/2026-11-21");
    expect(issue).toContain('This story was <a href="/takedowns"');
    expect(issue).toContain("Deck of a-story-that-stays.");
    expect(issue).not.toContain(`Deck of ${GONE}.`);
    const archive = await textOf("/newsletter/archive");
    expect(archive).not.toContain("must go");
    const list = await textOf("/takedowns");
    for (const text of [
      "A story that must go",
      "The Times",
      "Asked by its author.",
      '<meta name="robots" content="noindex"',
    ])
      expect(list).toContain(text);
    expect(JSON.parse(await textOf("/takedowns.json"))).toEqual({ stories: [GONE], publishers: [], updated: {} });
    expect(await textOf("/local/atom.xml")).toMatch(
      new RegExp(`<at:deleted-entry ref="[^"]*/article/${GONE}" when="20\\d\\d-[^"]*Z"/>`),
    );

    // The feed publishes the story again three times: edited, with a new guid, and with a new guid and a new URL.
    const attempts = [
      gone({ link: "https://times.example/gone?edited=1", body: "Edited" }),
      gone({ guid: "2", link: "https://times.example/gone" }),
      gone({ guid: "3", link: "https://times.example/gone-again" }),
    ];
    for (const [index, attempt] of attempts.entries()) {
      serve("/times.xml", attempt, stays, shares);
      await broadsheet(["feeds", "poll", host.url("/times.xml")], env);
      await site.logs((log) => (log.match(/times\.xml[^\n]*"feed polled"/g)?.length ?? 0) >= index + 2);
    }
    expect(await statusOf(`/article/${GONE}`)).toBe(410);
    expect(await statusOf(`/article/${GONE}-2`)).toBe(404);
    expect(await textOf("/local")).not.toContain("A story that must go");

    expect(await takedownApplied(GONE, "--undo")).toMatchObject({ status: 0, output: `${GONE} is restored.\n` });
    expect(await textOf(`/article/${GONE}`)).toContain(SECRET);
    expect(await textOf("/newsletter/2026-11-21")).toContain(`Deck of ${GONE}.`);
    expect(await textOf("/newsletter/archive")).toContain("A story that must go");
    expect(await textOf("/takedowns")).toContain("Nothing has been taken down.");
    // Two images are downloaded again.
    await expect.poll(async () => (await listImageFiles()).length).toBe(files.length);
  });

  it("can be asked for from its page, in a message that names the story", async () => {
    const [, link = ""] =
      /<a [^>]*href="(\/contact\?story=[^"]*)"/.exec(await textOf("/article/a-story-that-stays")) ?? [];
    expect(link).toBe("/contact?story=a-story-that-stays#form");
    const form = await textOf(link.replace("#form", ""));
    expect(form).toContain('<option selected="">Copyright or takedown request</option>');
    expect(form).toContain(`“A story that stays”\n${site.url}/article/a-story-that-stays\n`);
    for (const path of [
      "/contact",
      "/contact?subject=tip",
      "/contact?story=no-such-story",
      `/contact?story=${encodeURIComponent("<b>")}`,
    ])
      expect(await textOf(path)).not.toContain('<option selected=""');
    const terms = await textOf("/terms");
    expect(terms).toContain('href="/takedowns"');
    for (const page of [terms, await textOf("/takedowns")])
      expect(page).toContain('href="/contact?subject=takedown#form"');
    expect(await textOf("/contact?subject=takedown")).toContain(
      '<option selected="">Copyright or takedown request</option>',
    );
  });

  it("keeps an image that another story shows", async () => {
    const files = await listImageFiles();
    expect((await takedownApplied("story", "a-story-with-the-same-photo")).status).toBe(0);
    expect(await listImageFiles()).toEqual(files);
    expect((await takedownApplied("story", "a-story-with-the-same-photo", "--undo")).status).toBe(0);
  });

  it("cannot be restored after 30 days, when its copy is deleted", async () => {
    const slug = "a-story-with-the-same-photo";
    expect((await takedownApplied(slug)).status).toBe(0);
    await query(sql`update articles set taken_down_at = '2020-01-01T00:00:00.000Z' where slug = ${slug}`);
    await query(sql`update takedowns set taken_down_at = '2020-01-01T00:00:00.000Z' where subject = ${slug}`);
    expect(await takedown(slug, "--undo")).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^It is too late: .* was deleted after 30 days\.\n$/),
    });
    expect(await query(sql`select * from sealed_copies`)).toEqual([]);
    expect(await textOf("/takedowns")).toContain("A story with the same photo");
  });
});

describe("a source that is taken down", () => {
  it("shows no story and is not polled until it is restored", async () => {
    const path = "/article/the-post-on-the-lakefront";
    expect(await statusOf(path)).toBe(200);
    expect(await textOf("/search")).toContain('<option value="The Post"');
    const done = await takedownApplied("source", "the post");
    expect(done).toMatchObject({ status: 0, output: expect.stringContaining("is taken down with its 1 story") });
    expect(await statusOf(path)).toBe(410);
    expect(await textOf("/national")).not.toContain("The Post on the lakefront");
    expect(await textOf("/search")).not.toContain('<option value="The Post"');
    const sources = await textOf("/sources");
    expect(sources).toContain("Taken down. We show none of its stories");
    // The Times, which was not taken down, is still listed with its terms and its feed.
    expect(sources.match(/<p[^>]*>We show headlines/g)).toHaveLength(1);
    expect(sources.match(/\/rss\.xml" aria-label/g)).toHaveLength(1);
    expect(await textOf("/sources.opml")).not.toContain("/post.xml");
    expect(await textOf("/takedowns")).toContain("All stories from this source");
    expect(JSON.parse(await textOf("/takedowns.json"))).toMatchObject({ publishers: ["The Post"] });
    expect((await broadsheet(["feeds", "poll", host.url("/post.xml")], env)).status).toBe(1);
    const alone = await takedown("the-post-on-the-lakefront", "--undo");
    expect(alone).toMatchObject({ status: 1, output: expect.stringContaining("was taken down with its source") });

    const { requests } = host;
    const count = requests("/post.xml").length;
    const back = await takedownApplied("source", host.url("/post.xml"), "--undo");
    expect(back).toMatchObject({ status: 0, output: expect.stringContaining("is restored with 1 story") });
    expect(await statusOf(path)).toBe(200);
    await host.waitForRequests("/post.xml", count + 1);
  });
});

describe("an image that is taken down", () => {
  it("is shown by no story in any size until it is restored", async () => {
    const hasPhoto = async (slug = "a-story-that-stays") =>
      /<figure[^>]*>(?:(?!<\/figure>)[\s\S])*\/pictures\//.test(await textOf(`/article/${slug}`));
    const thumbnail = IMAGES[2].replace(".jpg", "-300x200.jpg");
    const small: Item = { title: "A story with a thumbnail", guid: "small", image: thumbnail };
    /** Polls the feed, and waits until its new image is stored. */
    async function poll(image: string, ...items: Item[]): Promise<void> {
      host.serve(image, { body: await createPhoto(2), contentType: "image/jpeg" });
      serve("/times.xml", gone(), stays, shares, ...items);
      await broadsheet(["feeds", "poll", host.url("/times.xml")], env);
      await site.logs((log) => log.includes(`${image}","width":`));
    }

    await poll(thumbnail, small);
    expect([await hasPhoto(), await hasPhoto("a-story-with-a-thumbnail")]).toEqual([true, true]);
    const files = await listImageFiles();
    expect((await takedownApplied("image", "a-story-that-stays")).status).toBe(0);
    expect([await hasPhoto(), await hasPhoto("a-story-with-a-thumbnail")]).toEqual([false, false]);
    expect((await listImageFiles()).length).toBeLessThan(files.length);
    expect(await textOf("/takedowns")).toContain("A photo");

    // The feed has the image in two other sizes, and a new image. Of these, only the new image is stored.
    const medium: Item = { title: "A story with a medium photo", guid: "medium", image: "/shared-600x400.jpg" };
    await poll("/new.jpg", small, medium, { title: "A story with a new photo", guid: "new", image: "/new.jpg" });
    expect(await query(sql`select url from images where url like '%/shared%'`)).toEqual([]);

    expect((await takedown("image", host.url(IMAGES[2]), "--undo")).status).toBe(0);
    await expect.poll(() => hasPhoto()).toBe(true);
    await expect.poll(() => hasPhoto("a-story-with-a-thumbnail")).toBe(true);
  });
});
