import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import * as edition from "../../core/language/en/edition.ts";
import * as pages from "../../core/language/en/pages.ts";
import * as reader from "../../core/language/en/reader.ts";
import * as server from "../../core/language/en/server.ts";
import * as common from "../../core/language/en/site.ts";
import { loadEditions } from "../../server/editions/load.ts";
import { hasBriefing } from "../../server/newsletter/briefedEdition.ts";
import type { IssueContent } from "../../server/newsletter/content.ts";
import { composeConfirmationMail } from "../../server/newsletter/subscribing/confirmationMail.ts";
import { renderIssue } from "../../server/newsletter/templates/renderIssue.ts";
import { createIssueContent } from "../support/briefingIssue.ts";
import { addEveryPart } from "../support/everyPart.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

const PATHS = [
  ...["/", "/ciudad", "/sources", "/takedowns", "/saved", "/offline", "/rss.xml", "/acerca", "/privacy", "/editions"],
  ...["/embed", "/embed/latest", "/search", "/search?q=puente", "/search?q=zzyzx", "/archive/2026/04"],
  ...["/archive/2026/04/20", "/category/jardines", "/nada", "/article/el-puente-de-la-calle-wells-abre-otra-vez"],
  ...["/text", "/text/ciudad", "/text/nada", "/text/article/el-puente-de-la-calle-wells-abre-otra-vez"],
  ...["/ciudad/rss.xml", "/ciudad/atom.xml", "/ciudad/feed.json", "/sources.opml", "/sections.opml"],
  ...["/newsletter", "/newsletter/sent", "/newsletter/erased", "/newsletter/archive", "/newsletter/confirm/unknown"],
  ...["/newsletter/unsubscribe/unknown", "/contact", "/contact/sent", "/faq", "/books", "/support", "/radio"],
  ...["/cultura", "/corrections", "/embed/radio", "/embed/events"],
  ...["/embed/article/el-puente-de-la-calle-wells-abre-otra-vez", "/manifest.webmanifest"],
];

const FEED = `<rss version="2.0"><channel><title>EL CABLE</title><item><title>EL PUENTE DE LA CALLE WELLS ABRE OTRA VEZ</title>
<link>https://cable.example/1</link><guid>1</guid><pubDate>Mon, 20 Apr 2026 12:00:00 GMT</pubDate>
<description>LA CIUDAD TERMINÓ LA OBRA.</description></item></channel></rss>`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve("/cable.xml", { body: FEED, contentType: "application/rss+xml" });
  const wire = FEED.replaceAll("EL PUENTE DE LA CALLE WELLS ABRE OTRA VEZ", "A BRIDGE OPENS").replaceAll(
    "cable",
    "wire",
  );
  host.serve("/wire.xml", { body: wire, contentType: "application/rss+xml" });
  const editions = join(folder.path, "editions");
  await mkdir(editions);
  await writeEdition(editions, "milwaukee", { default: true });
  // Its own texts have no small letters, so that any in a page are the interface's.
  await writeEdition(editions, "pseudo", {
    ...{ language: "en-XA", name: "LA VOZ", tagline: undefined, place: "LAGO", region: "LAGO" },
    ...{ nameplate: { first: "LA", second: "VOZ" }, hosts: ["pseudo.localhost"] },
    ...{ links: { pages: [] } },
  });
  site = await startSite({ editions, data: join(folder.path, "data"), env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => (log.match(/"msg":"feed polled"/g)?.length ?? 0) >= 2);
});

afterAll(async () => {
  await site?.stop();
  await host?.close();
  await folder?.remove();
});

async function writeEdition(editions: string, id: string, change: Record<string, unknown>): Promise<void> {
  await cp("editions/milwaukee", join(editions, id), { recursive: true });
  const file = join(editions, id, "edition.yaml");
  change = { ...(await addEveryPart(join(editions, id), "cultura")), ...change };
  const document = parseDocument(await readFile(file, "utf8"));
  const isPseudo = id === "pseudo";
  document.delete("publishers");
  const sections = (document.toJS() as { sections: { slug: string; name: string }[] }).sections;
  const feeds = [{ url: host.url("/cable.xml"), publisher: "EL CABLE", rights: { text: "full" } }];
  document.set(
    "sections",
    sections.map(({ slug, name }) => ({
      slug,
      name: isPseudo ? name.toUpperCase() : name,
      feeds:
        slug === "deportes"
          ? [{ url: host.url("/wire.xml"), publisher: "THE WIRE", language: "en", rights: { text: "full" } }]
          : feeds,
    })),
  );
  for (const [key, value] of Object.entries(change))
    if (value === undefined) document.delete(key);
    else document.set(key, value);
  await writeFile(file, String(document));
}

/** Requests a page of an edition by its host name, which `fetch` does not let us set. */
function load(hostName: string, path: string): Promise<string> {
  const { hostname, port } = new URL(site.url);
  const headers = { host: `${hostName}:${port}`, accept: "text/html" };
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers }, (response) => resolve(text(response))).on("error", reject);
  });
}

/** Returns the texts of the English catalogs that are sentences or phrases, without those of functions. */
function listEnglish(value: unknown): string[] {
  if (typeof value === "string") return value.includes(" ") && value.length > 8 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listEnglish) : [];
}

const ENGLISH = [
  common.createSiteTexts("en"),
  pages.createPageTexts("en"),
  reader.createReaderTexts("en"),
  server.createServerTexts("en"),
  edition.createEditionTexts(),
].flatMap(listEnglish);

describe("La Voz de Milwaukee", () => {
  it.each(PATHS)("has no English sentence of ours and no Chicago at %s", async (path) => {
    const page = (await load("milwaukee.localhost", path)).replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
    expect(page).toMatch(/Milwaukee|LA VOZ|VOZ/);
    expect(page).not.toContain("Chicago");
    expect(ENGLISH.filter((sentence) => page.includes(sentence))).toEqual([]);
  });

  it("has no English sentence of ours and no Chicago in its mails", async () => {
    const [edition] = await loadEditions(join(folder.path, "editions"), undefined, ["milwaukee"]);
    if (!edition?.signUp || !hasBriefing(edition)) throw new Error("The edition has no briefing.");
    const content: IssueContent = {
      ...createIssueContent(["ciudad"]),
      events: [{ title: "FERIA", time: "mediodía", place: "PARQUE", href: "/eventos" }],
      corrections: [{ slug: "puente", title: "EL PUENTE", text: "SON DOS." }],
    };
    const links = { site: "https://voz.example", archive: "/a", preferences: "/p", unsubscribe: "/u" };
    const { html, text } = renderIssue(content, edition, "2026-11-23", null, links);
    const to = { from: edition.signUp.from, to: "ana@voz.example", url: "/c", messageId: "<1@voz.example>" };
    const confirmations = [true, false].map((isConfirmed) => composeConfirmationMail({ edition, ...to, isConfirmed }));
    expect(html).toContain("23 de noviembre de 2026");
    for (const mail of [html, text, ...confirmations.flatMap((mail) => [mail.subject, mail.text, mail.html])]) {
      expect(mail).toMatch(/correo|boletín|EL CORREO/);
      expect(mail).not.toContain("Chicago");
      expect(ENGLISH.filter((sentence) => String(mail).includes(sentence))).toEqual([]);
    }
  });

  it("marks the language of a feed that is not in Spanish", async () => {
    const articles = async (path: string) => (await load("milwaukee.localhost", path)).match(/<article[^>]*>/g);
    expect(await articles("/deportes")).toEqual([expect.stringContaining(' lang="en"')]);
    expect(await articles("/ciudad")).toEqual([expect.not.stringContaining(" lang=")]);
    for (const path of ["/article/a-bridge-opens", "/text/article/a-bridge-opens", "/embed/article/a-bridge-opens"])
      expect(await load("milwaukee.localhost", path)).toMatch(/<h1[^>]* lang="en"/);
    expect(await load("milwaukee.localhost", "/embed/latest")).toMatch(/<h2[^>]* lang="en"/);
    expect(await load("milwaukee.localhost", "/text/deportes")).toMatch(/<a[^>]* lang="en"/);
  });

  it("has neither Chicago's name nor its red in the built scripts and styles", async () => {
    const names = (await readdir("build/client", { recursive: true })).filter((name) => /\.(js|css)$/.test(name));
    expect(names.length).toBeGreaterThan(50);
    for (const name of names)
      expect(await readFile(join("build/client", name), "utf8"), name).not.toMatch(/Chicago|c8102e|ff5468/);
    expect(await load("milwaukee.localhost", "/")).not.toMatch(/c8102e|ff5468/);
  });

  it("writes dates in Spanish, and loads one language", async () => {
    const page = await load("milwaukee.localhost", "/ciudad");
    expect(page).toContain('<html lang="es-US"');
    expect(page).toContain("20 de abril de 2026");
    expect(page.match(/texts-\w+-\w+/g)).toEqual(["texts-es-site"]);
  });
});

describe("a third language", () => {
  it.each(
    PATHS.filter((path) => !/^\/(acerca|privacy|editions|manifest)|xml$|json$|opml$/.test(path) || path === "/rss.xml"),
  )("has no text outside the catalog at %s", async (path) => {
    expect(findPlainTexts(await load("pseudo.localhost", path))).toEqual([]);
  });
});

/** Elements with dates, names of formats and addresses, which are not translated. */
const UNTRANSLATED = new Set(["script", "style", "time", "code", "textarea", "caption", "th", "template"]);
const READ_ALOUD = ["aria-label", "title", "placeholder", "alt"];
/** Months and weekdays, which the browser's and the server's formats translate, formats of feeds, and addresses. */
const NEUTRAL =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Atom|Feed)\b|https?:\S+|\S+@\S+/g;

/** Returns the page's texts with words of small letters that are not pseudo-text. */
function findPlainTexts(html: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  const check = (value: string | undefined) => {
    const rest = (value ?? "").replace(NEUTRAL, "");
    if (/[a-z]{3}/.test(rest) && !/[«»åéîöû]/.test(rest)) found.push(rest.trim());
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      if (!UNTRANSLATED.has(name)) for (const attribute of READ_ALOUD) check(attributes[attribute]);
    },
    ontext(value) {
      if (!open.some((name) => UNTRANSLATED.has(name))) check(value);
    },
    onclosetag: () => open.pop(),
  });
  parser.end(html);
  return found;
}
