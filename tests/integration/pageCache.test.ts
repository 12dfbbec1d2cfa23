import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { pollNow } from "../support/pollNow.ts";
import { sendRaw, unpacked } from "../support/rawResponse.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath, getSectionFeeds, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres } from "../support/stores.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
const environment = () => ({ DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}` });

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveSectionFeeds(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: getSectionFeeds(host),
    relays: host.relays,
  });
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "debug" };
  site = await startSite({ editions, data: folder.path, env });
  await waitForPolls(site, SECTIONS.length);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

const send = (path: string, headers?: Record<string, string>, method?: string) =>
  sendRaw(site.url + path, headers, method);

/** Counts the changes that made pages out of date and whose cause matches `cause`; by default, all changes. */
function changes(cause = ""): number {
  return site.written().match(new RegExp(`${cause}.*"msg":"pages out of date"`, "g"))?.length ?? 0;
}

/** Counts the renders of pages whose path ends with `ending`, for a request or in the background. */
const renders = (ending: string) => countLines("page rendered", ending);

/** Counts the background replacements of cached pages whose path ends with `ending`. */
const rerenders = (ending: string) => countLines("page re-rendered", ending);

function countLines(message: string, ending: string): number {
  const lines = site.written().split("\n");
  return lines.filter((line) => line.endsWith(`"msg":"${message}"}`) && line.includes(`${ending}"`)).length;
}

async function poll(section: string, edition: string, day = "20") {
  const before = polls();
  const body = createSectionFeed(host, section, { edition }).replaceAll("20 Apr 2026", `${day} Apr 2026`);
  host.serve(feedPath(section), { body, contentType: "application/rss+xml" });
  await pollNow(environment().DATABASE_URL, host.url(feedPath(section)));
  await site.logs(() => polls() > before);
}

const polls = () => site.written().match(/"msg":"feed polled"/g)?.length ?? 0;

describe("a page", () => {
  it("is rendered once for any number of concurrent requests and any unknown query parameters", async () => {
    const words = Array.from({ length: 50 }, (_, index) => `/health?utm_source=${index}&month=2026-12`);
    const before = changes();
    const answers = await Promise.all(words.map((path) => send(path)));
    const etags = new Set(answers.map(({ headers }) => headers.etag));
    for (const path of ["/health", "/health/", "/%68ealth", "/health?fbclid=1"])
      etags.add((await send(path)).headers.etag);
    expect(etags.size).toBe(1);
    await site.logs(() => renders("/health") > 0);
    // Allows one render for all requests, and one in the background for each change since this test began.
    expect(renders("/health")).toBeGreaterThan(0);
    expect(renders("/health")).toBeLessThanOrEqual(1 + changes() - before);
  });

  it("has a cache entry for each value of a query parameter that its route reads", async () => {
    const near = `${new Date().getUTCFullYear() + 1}-01`;
    const before = changes();
    for (const x of [0, 1, 2, 3, 4, 5]) await send(`/events?x=${x}&month=${near}`);
    for (const month of ["soon", "2024-01", "2099-12", "13", "-", "2024-1"]) await send(`/events?month=${month}`);
    await site.logs(() => renders("/events") > 0);
    // Allows one render for six requests, and one in the background for each change since this test began.
    const allowed = 1 + changes() - before;
    expect(renders(`/events?month=${near}`)).toBeLessThanOrEqual(allowed);
    expect(renders("/events")).toBeLessThanOrEqual(allowed);
  });

  it("is not cached for a list of older stories after an unknown one, nor for a day before the first story", async () => {
    const after = "/local?after=morning-local-story-3";
    for (const path of [after, after]) expect((await send(path)).body.toString()).toContain("Morning local story 4");
    // Stories of another section and unknown stories do not occur in this list.
    for (const slug of ["morning-sports-story-3", "no-1", "no-2"]) {
      const { status, headers } = await send(`/local?after=${slug}`);
      expect([slug, status, headers.location]).toEqual([slug, 302, "/local"]);
    }
    await site.logs(() => renders(after) > 1);
    await send("/archive/1999/12/31");
    await site.logs(() => renders("/archive/1999/12/31") > 0);
    for (const path of ["/archive/1999/12/30", "/archive/1000/01/01"]) {
      expect((await send(path)).status, path).toBe(404);
      expect(renders(path)).toBe(0);
    }
  });

  it("has the same content in every encoding, and is sent in the preferred one", async () => {
    const { body } = await send("/");
    for (const [encoding, accept] of [
      ["br", "gzip, deflate, br, zstd"],
      ["gzip", "gzip;q=1, br;q=0.5"],
      ["zstd", "zstd"],
    ] as const) {
      const packed = await send("/", { "accept-encoding": accept });
      expect([packed.headers["content-encoding"], packed.headers.vary]).toEqual([encoding, "Accept-Encoding"]);
      expect(unpacked(packed).equals(body), encoding).toBe(true);
      expect(packed.body.length).toBe(Number(packed.headers["content-length"]));
    }
    expect((await send("/", { "accept-encoding": "gzip;q=0, br;q=0" })).headers["content-encoding"]).toBeUndefined();
  });

  it.each(["/", "/_.data", "/local/rss.xml"])("has status 304 for a client with the current copy: %s", async (path) => {
    const { headers } = await send(path);
    const etag = headers.etag ?? "";
    for (const tags of [etag, etag.slice("W/".length), `"other", ${etag}`, "*"]) {
      const again = await send(path, { "if-none-match": tags });
      expect([again.status, again.body.length, again.headers.etag], tags).toEqual([304, 0, etag]);
      expect(again.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
    }
    expect((await send(path, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await send(path, {}, "HEAD");
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([
      200,
      0,
      headers["content-length"],
    ]);
  });

  it.each(["/terms", "/sports/rss.xml", "/nothing-is-here"])(
    "is sent alike by the app and by the cache: %s",
    async (path) => {
      const sent = async (headers: Record<string, string> = {}, method = "GET") => {
        const answer = await send(path, { "accept-encoding": "gzip", ...headers }, method);
        // The content length changes when the site compresses the page again.
        const { date: _date, "content-length": _length, ...others } = answer.headers;
        return { status: answer.status, headers: others, body: unpacked(answer).toString() };
      };
      const rendered = await sent();
      expect(await sent()).toEqual(rendered);
      expect(await sent({ range: "bytes=0-1" })).toEqual(rendered);
      expect(await sent({ connection: "close" })).toMatchObject({ status: rendered.status, body: rendered.body });
      const { etag = "", "last-modified": changedAt } = rendered.headers;
      const known = await sent({ "if-none-match": etag });
      expect(known.status).toBe(rendered.status === 200 ? 304 : 404);
      if (changedAt) expect(await sent({ "if-modified-since": changedAt })).toEqual(known);
      const older = { "if-modified-since": "Mon, 01 Jan 2024 00:00:00 GMT" };
      expect(await sent(older)).toEqual(rendered);
    },
  );

  it("tells proxy caches its maximum age and the keys to purge it by", async () => {
    const { headers } = await send("/local");
    expect(headers["cache-control"]).toMatch(/max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+/);
    expect(headers["surrogate-key"]).toBe("edition:chicago");
    const slug = "morning-local-story-1";
    for (const path of [`/article/${slug}`, `/article/${slug}.data`, `/text/article/${slug}`, `/api/article/${slug}`])
      expect((await send(path)).headers["surrogate-key"], path).toBe(`edition:chicago article:chicago/${slug}`);
  });

  it("is shared by all missing addresses of one route", async () => {
    const answers = await Promise.all(["/no-1", "/no-2", "/no-3"].map((path) => send(path)));
    for (const path of ["/embed/no", "/no-4", "/no-5?x=1", "/a/b", "/a/b/c"]) answers.push(await send(path));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    // No other site may embed a not-found page, even under the path of an embeddable page.
    for (const { headers } of answers) expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const others = ["/no-6", "/no-7", "/d/e"];
    for (const path of others) expect((await send(path)).status).toBe(404);
    // Waits for the render of another page. Log lines are in order, so all earlier renders are then logged, too.
    await send("/terms");
    await site.logs(() => renders("/terms") > 0);
    expect(others.filter((path) => renders(path) > 0)).toEqual([]);
    // The cached not-found page is not served for files.
    const [script] = /\/assets\/[\w./-]+\.js/.exec((await send("/")).body.toString()) ?? [""];
    for (const path of [script, "/healthz", "/local/rss.xml", "/favicon.svg", "/skyline/lake/x.svg"])
      expect((await send(path)).status, path).toBe(200);
  });
});

describe("a change", () => {
  it("is on recently requested pages when the poll ends; stale pages are served until then", async () => {
    for (const path of ["/sports", "/food", "/"]) await send(path);
    await site.logs(() => renders("/sports") > 0 && renders("/food") > 0);
    const [sports, before] = [renders("/sports"), changes()];
    const [oldSports, oldFront] = [rerenders("/sports"), rerenders("/")];
    let isOver = false;
    const polled = poll("sports", "Evening").then(() => {
      isOver = true;
    });
    let stale = 0;
    await readUntil(
      async () => {
        const { body } = await send("/sports");
        if (!body.includes("Evening sports story 1")) stale++;
      },
      () => isOver,
    );
    await polled;
    expect(stale).toBeGreaterThan(0);
    // A poll waits only 5 s for pages to be rendered again, which is too short on a busy machine.
    await site.logs(() => rerenders("/sports") > oldSports && rerenders("/") > oldFront);
    for (const path of ["/sports", "/"]) expect((await send(path)).body.includes("Evening sports story 1")).toBe(true);
    // The page was rendered once for a request, and then in the background at most once for each change. Changes before
    // this test count, too, since they may have made the page out of date.
    expect(changes()).toBeGreaterThan(before);
    expect(renders("/sports") - sports).toBeGreaterThan(0);
    expect(renders("/sports")).toBeLessThanOrEqual(1 + changes());
  });

  it("is not what a poll makes that brings no news, except of the time on /sources", async () => {
    await poll("local", "Morning");
    const read = async () => (await send("/sources")).body.toString();
    const getTimes = (html: string) => [...html.matchAll(/dateTime="([^"]+)"/gi)].map(([, instant]) => instant);
    await send("/local");
    // Ignores the cause "loading", since the site's loading timeout may end during this test.
    const countChanges = () => changes('"cause":"change"');
    const [times, before, polled] = [getTimes(await read()), countChanges(), polls()];
    await pollNow(environment().DATABASE_URL, host.url(feedPath("local")));
    await site.logs(() => polls() > polled);
    const readNewTimes = async () => getTimes(await read()).filter((instant) => !times.includes(instant));
    await expect.poll(readNewTimes).toHaveLength(1);
    expect(countChanges()).toBe(before);
  });

  it("to a past day is visible in the archive", async () => {
    const [day, month] = ["/archive/2026/04/17", "/archive/2026/03"];
    expect((await send(day)).body.toString()).toContain("The archive has no stories from this day.");
    expect((await send(month)).headers["surrogate-key"]).toBe("edition:chicago");
    const before = rerenders(day);
    await poll("food", "Late", "17");
    await site.logs(() => rerenders(day) > before);
    expect((await send(day)).body.toString()).toContain("Late food story 1");
  });

  it("by an operator's takedown is visible within seconds, and so is a restore", async () => {
    const slug = "morning-culture-story-1";
    const shows = async (path: string) => (await send(path)).body.includes(`/article/${slug}`);
    await send(`/article/${slug}`);
    expect(await shows("/culture")).toBe(true);
    await broadsheet(["takedown", slug], environment());
    await expect.poll(async () => (await send(`/article/${slug}`)).status).toBe(410);
    await expect.poll(() => shows("/culture")).toBe(false);
    await broadsheet(["takedown", slug, "--undo"], environment());
    await expect.poll(async () => (await send(`/article/${slug}`)).status).toBe(200);
    await expect.poll(() => shows("/culture")).toBe(true);
  });
});

describe.skipIf(isPostgres)("the address of a site without a url", () => {
  const canonical = async (path: string, headers: Record<string, string>) =>
    /<link rel="canonical" href="([^"]*)"/.exec((await send(path, headers)).body.toString())?.[1];

  it("is the requested one if an edition lists the host, with no port but its own", async () => {
    const { port } = new URL(site.url);
    expect(await canonical("/privacy", { host: `chicagomeridian.example:${port}` })).toBe(
      `http://chicagomeridian.example:${port}/privacy`,
    );
    expect(await canonical("/privacy", {})).toBe(`${site.url}/privacy`);
    const plain = "http://chicagomeridian.example/privacy";
    expect(await canonical("/privacy", { host: "chicagomeridian.example" })).toBe(plain);
    await site.logs(() => renders("/privacy") >= 3);
    const [before, changed] = [renders("/privacy"), changes()];
    for (const other of [1, 6666, 8080, 65_535])
      expect(await canonical("/privacy", { host: `chicagomeridian.example:${other}` })).toBe(plain);
    // Requests another page. Log lines are in order, so all earlier renders are logged before the render of this page.
    await send("/text/nothing", { host: "localhost" });
    expect(renders("/privacy") - before).toBeLessThanOrEqual(3 * (changes() - changed));
  });

  it("has the scheme and host that a trusted proxy names", async () => {
    const host = "chicagomeridian.example";
    const secure = await send("/privacy", { host, "x-forwarded-proto": "https" });
    expect(secure.body.toString()).toContain(`<link rel="canonical" href="https://${host}/privacy"`);
    expect(secure.headers["strict-transport-security"]).toBeTruthy();
    expect((await send("/privacy", { host })).headers["strict-transport-security"]).toBeUndefined();
    const named = { host: "127.0.0.1", "x-forwarded-proto": "https", "x-forwarded-host": `${host}:8443` };
    expect((await send("/robots.txt", named)).body.toString()).toContain(`Sitemap: https://${host}:8443/sitemap.xml`);
    const forwarded = `for=192.0.2.7;proto=https;host="${host}"`;
    expect((await send("/rss.xml", { forwarded })).body.toString()).toContain(`<link>https://${host}/</link>`);
  });

  it("is not stated on a host that no edition lists, which no cache keeps", async () => {
    const made = { host: "made-up.example:81" };
    for (const path of ["/privacy", "/article/morning-local-story-1", "/text/local", "/local.data", "/local/rss.xml"]) {
      const { status, headers, body } = await send(path, made);
      expect([path, status, headers["cache-control"]]).toEqual([path, 200, "private, no-cache"]);
      const text = body.toString();
      const stated = /made-up\.example|rel="canonical" href="https:/.exec(text)?.[0];
      expect([path, stated]).toEqual([path, undefined]);
      // On a host that no edition lists, only a story's page has a canonical URL: the URL of the publisher's original.
      const [canonical, ogUrl] = [/rel="canonical" href="([^"]*)"/, /property="og:url" content="([^"]*)"/].map(
        (tag) => tag.exec(text)?.[1],
      );
      expect([path, ogUrl]).toEqual([path, canonical]);
      expect([path, canonical !== undefined]).toEqual([path, path.startsWith("/article/")]);
    }
    expect((await send("/local/rss.xml", made)).body.toString()).toContain(
      "<link>https://chicagomeridian.example/article/morning-local-story-1</link>",
    );
    const before = renders("/terms");
    for (let number = 0; number < 3; number++) await send("/terms", { host: `made-up-${number}.example` });
    await site.logs(() => renders("/terms") >= before + 3);
    for (let number = 0; number < 2; number++) await send("/terms", { host: "made-up-1.example" });
    await site.logs(() => renders("/terms") >= before + 5);
  });
});

describe("a page that is not cached", () => {
  /** Host that no edition lists, so its pages are not cached. */
  const host = "made-up.example";
  const text = async (path: string, encoding = "identity") =>
    unpacked(await send(path, { host, "accept-encoding": encoding })).toString();

  it("shows what the store contains now, even if another process wrote it", async () => {
    const slug = "morning-culture-story-1";
    const shown = async () =>
      Promise.all(["/", "/culture"].map(async (path) => (await text(path)).includes(`/article/${slug}`)));
    expect(await shown()).toEqual([true, true]);
    await broadsheet(["takedown", slug], environment());
    expect(await shown()).toEqual([false, false]);
    await broadsheet(["takedown", slug, "--undo"], environment());
    expect(await shown()).toEqual([true, true]);
  });

  it("is the same in every encoding", async () => {
    const plain = await text("/culture");
    expect(plain).toMatch(/<\/html>$/);
    for (const encoding of ["br", "zstd", "gzip"]) {
      const answer = await send("/culture", { host, "accept-encoding": encoding });
      expect(answer.headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
      expect(unpacked(answer).toString()).toBe(plain);
    }
  });
});
