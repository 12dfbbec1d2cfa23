import { cp, readFile, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** The default edition's; the harbor edition has none, and the quay edition has a `url` of its own. */
const SITE_URL = "https://news.example";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve(feedPath("local"), { body: createSectionFeed(host, "local") });
  editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (section === "local" ? [host.url(feedPath("local"))] : []),
    relays: [],
  });
  await addEdition("harbor", { name: "The Harbor Light", place: "Port Harbor", hosts: "[harbor.example]" });
  await addEdition("quay", { name: "The Quay", place: "The Quay", hosts: "[quay.test]", url: "https://quay.example/" });
  site = await startSite({ editions, data: folder.path, env: { SITE_URL, ALLOW_PRIVATE_HOSTS: host.allowed } });
  await waitForPolls(site, 1);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

async function addEdition(id: string, edition: { name: string; place: string; hosts: string; url?: string }) {
  await cp(join(editions, "chicago"), join(editions, id), { recursive: true });
  const file = join(editions, id, "edition.yaml");
  const source = await readFile(file, "utf8");
  const url = edition.url ? `\nurl: ${edition.url}` : "";
  await writeFile(
    file,
    source
      .replace("name: The Chicago Meridian", `name: ${edition.name}`)
      .replace("place: Chicago", `place: ${edition.place}`)
      .replace(/tagline: .*/, "tagline: News from the quay.")
      .replace(/hosts: .*/, `hosts: ${edition.hosts}${url}`)
      .replace("default: true", "default: false")
      .replace(/\ndonation:[\s\S]*?\n\n/, "\n"),
  );
  // Without a donation, there is no /support.
  const faq = join(editions, id, "faq.yaml");
  await writeFile(faq, (await readFile(faq, "utf8")).replaceAll("(/support)", "(/about)"));
}

/** Returns the text of a page or file as an edition's host serves it. */
function read(path: string, host: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    get(site.url + path, { headers: { host, ...headers } }, (response) => resolve(text(response))).on("error", reject);
  });
}

it("lists every edition, marks the current one, and links the sibling sites", async () => {
  const html = await (await fetch(`${site.url}/editions`)).text();
  expect(html).toMatch(/<a aria-current="true"[^>]* href="\/"[^>]*>The Chicago Meridian<\/a>/);
  expect(html).toContain('<a href="https://harbor.example/">The Harbor Light</a>');
  expect(html).toContain('<a href="https://quay.example/">The Quay</a>');
  for (const text of ["Port Harbor", "News from the quay.", "Block Club Chicago"]) expect(html).toContain(text);
  expect(html.match(/You are reading this edition/g)).toHaveLength(1);
  expect(await read("/editions", "harbor.example")).toContain(`<a href="${SITE_URL}/">The Chicago Meridian</a>`);
});

describe("every absolute address is the edition's own", () => {
  it.each([
    ["the default edition's, by SITE_URL", "anything.example", {}, SITE_URL],
    ["an edition's by its url", "quay.test", {}, "https://quay.example"],
    ["an edition's at the host of its url", "quay.example", {}, "https://quay.example"],
    ["an edition's without a url, by its host", "harbor.example", {}, "http://harbor.example"],
    ["the same behind a proxy", "harbor.example", { "x-forwarded-proto": "https" }, "https://harbor.example"],
  ])("%s", async (_case, host, headers, siteUrl) => {
    const page = await read("/local", host, headers);
    expect(page).toContain(`<link rel="canonical" href="${siteUrl}/local"`);
    expect(page).toContain(`<meta property="og:url" content="${siteUrl}/local"`);
    expect(page).toContain(`<meta property="og:image" content="${siteUrl}/`);
    expect(await read("/robots.txt", host, headers)).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    const files = ["/local/rss.xml", "/local/atom.xml", "/local/feed.json", "/sitemap.xml", "/sitemaps/pages.xml"];
    for (const path of [...files, "/.well-known/security.txt", "/text/local", "/sections.opml"]) {
      const found = await read(path, host, headers);
      const origins = [SITE_URL, "https://quay.example", "http://harbor.example", "https://harbor.example"];
      expect([path, origins.filter((origin) => found.includes(`${origin}/`))]).toEqual([path, [siteUrl]]);
    }
    const [, link = ""] = /<item>[\s\S]*?<link>([^<]*)<\/link>/.exec(await read("/local/rss.xml", host, headers)) ?? [];
    expect(link).toMatch(new RegExp(`^${siteUrl}/article/`));
    expect(await read(new URL(link).pathname, new URL(link).host, headers)).toContain("Morning local story 1</h1>");
    const oembed = await read(`/oembed?url=${encodeURIComponent(link)}`, host, headers);
    expect(JSON.parse(oembed)).toMatchObject({ provider_url: `${siteUrl}/` });
  });
});

it("warns of an edition that has no url, at the start and in `npx broadsheet check`", async () => {
  const message = "edition.yaml has no url; mails link to https://harbor.example.";
  expect(site.written()).toMatch(new RegExp(`"edition":"harbor","msg":"${message.replaceAll(".", "\\.")}`));
  expect(site.written()).not.toMatch(/"edition":"(chicago|quay)","msg":"edition.yaml has no url/);
  const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
  expect(status).toBe(0);
  expect(output).toContain(`harbor: for production, ${message}`);
  expect(output).toContain("chicago: for production, edition.yaml has no url; mails link to https://chicagomeridian");
  expect(output).not.toContain("quay: for production, edition.yaml");
  expect((await broadsheet(["check"], { EDITIONS_DIR: editions, SITE_URL })).output).not.toContain(
    "chicago: for production, edition.yaml",
  );
});
