import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

const rss = (
  items: string,
) => `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dcterms="http://purl.org/dc/terms/">
<channel><title>Wire</title>${items}</channel></rss>`;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  const date = "<pubDate>Mon, 20 Apr 2026 12:00:00 GMT</pubDate>";
  const more = [1, 2, 3, 4, 5].map(
    (n) => `<item><title>Another matter of day ${n}</title><link>${host.url(`/n${n}`)}</link></item>`,
  );
  host.serve("/first.xml", {
    body: rss(`<item><title>Lift bridge at Archer Avenue opens to ships again</title><link>${host.url("/bridge")}</link>${date}
<dcterms:modified>2026-04-22T12:00:00Z</dcterms:modified><description>After two years of repairs.</description>
<media:content url="${host.url("/bridge.jpg")}" medium="image"><media:description>The bridge, raised.</media:description>
<media:credit>Ida Wells</media:credit></media:content></item>${more.join("")}`),
  });
  host.serve("/second.xml", {
    body: rss(`<item><title>The lift bridge at Archer Avenue opens to the ships again</title>
<link>${host.url("/also-bridge")}</link>${date}</item>`),
  });
  const photograph = sharp({ create: { width: 640, height: 360, channels: 3, background: "#3f6f88" } }).jpeg();
  host.serve("/bridge.jpg", { body: await photograph.toBuffer(), contentType: "image/jpeg" });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      section === "local"
        ? [
            { url: host.url("/first.xml"), publisher: "The First Wire" },
            { url: host.url("/second.xml"), publisher: "The Second Wire" },
          ]
        : [],
    relays: [],
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => log.match(/"feed polled"/g)?.length === 2);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

const ONE = "/article/lift-bridge-at-archer-avenue-opens-to-ships-again";
const OTHER = "/article/the-lift-bridge-at-archer-avenue-opens-to-the-ships-again";
const open = async (path: string) => (await fetch(site.url + path)).text();

describe("an article of a feed", () => {
  it("shows its headline, deck, byline, date and source, and links the original", async () => {
    const html = await open(ONE);
    expect(html).toMatch(/<h1[^>]*>Lift bridge at Archer Avenue opens to ships again<\/h1>/);
    expect(html).toContain("After two years of repairs.</p>");
    expect(html).toMatch(
      /<span>Staff Writer, The First Wire<\/span><span[^>]*><time dateTime="2026-04-20T12:00:00.000Z">April 20, 2026 · 7 a\.m\.<\/time>/,
    );
    expect(html).toContain("<p>This is a summary.</p>");
    expect(html).toMatch(new RegExp(`<a [^>]*href="${host.url("/bridge")}">Continue reading at The First Wire<svg`));
    expect(html).toContain('<span><time dateTime="2026-04-22T12:00:00.000Z">Updated April 22, 2026</time></span>');
    expect(await open("/local")).toContain(
      '<time dateTime="2026-04-20T12:00:00.000Z">April 20, 2026</time><span>Updated</span>',
    );
  });

  it("shows its image with caption and credit, each once", async () => {
    const read = async () => /<figure[^>]*>([\s\S]*?)<\/figure>/.exec(await open(ONE))?.[1] ?? "";
    // Waits for the article's image. It is downloaded after the article, and then the page is rendered again.
    const figure = await readUntil(read, (figure) => figure.includes("/pictures/"));
    expect(figure).toMatch(/<img[^>]* src="\/pictures\/[\w-]{16}\/\d+\.webp"/);
    expect(figure).toMatch(
      /<figcaption[^>]*>The bridge, raised\.(<!-- -->)? (<!-- -->)?<span[^>]*>Photo: Ida Wells<\/span>/,
    );
    expect(figure.match(/The bridge, raised\./g)).toHaveLength(1);
  });

  it("links other publishers of the story, and is listed once in its section", async () => {
    const html = await open(ONE);
    const [, sources = ""] = /Also reported by<\/h2><ul>([\s\S]*?)<\/ul>/.exec(html) ?? [];
    expect(sources).toContain(`<a href="${host.url("/also-bridge")}">The lift bridge at Archer Avenue`);
    expect(sources).toContain("The Second Wire");
    expect(html).not.toContain("Also from");
    const section = await open("/local");
    expect(section.match(/Also from The Second Wire|Also from (<!-- -->)?The (First|Second) Wire/g)).toHaveLength(1);
  });

  it("lists four more stories of its section without repeating itself", async () => {
    for (const path of [ONE, OTHER]) {
      const [, more = ""] = /More in (?:<!-- -->)?Local News<\/h2>([\s\S]*?)<\/section>/.exec(await open(path)) ?? [];
      expect(more.match(/<article/g)).toHaveLength(4);
      expect(more).not.toMatch(/lift bridge/i);
    }
  });

  it("returns 410 with the not-found page once it is taken down, and nothing links it", async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}` };
    expect((await broadsheet(["takedown", ONE.replace("/article/", "")], env)).status).toBe(0);
    // The server checks for takedowns by other processes once a second.
    await expect.poll(async () => (await fetch(site.url + ONE)).status).toBe(410);
    const response = await fetch(site.url + ONE);
    const html = await response.text();
    expect(response.status).toBe(410);
    expect(html).toContain("Page Not Found");
    expect(html).toContain("The latest stories</h2>");
    expect((await fetch(`${site.url}/cards/aaaaaaaaaaaa/${ONE.replace("/article/", "")}.jpg`)).status).toBe(404);
    for (const path of ["/", "/local", OTHER]) await expect.poll(() => open(path)).not.toContain(`href="${ONE}"`);
  });
});
