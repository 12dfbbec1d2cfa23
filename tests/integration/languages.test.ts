import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articlePath } from "../../core/addresses.ts";
import { slugify } from "../../core/slug.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { hasBriefing } from "../../server/newsletter/briefedEdition.ts";
import type { IssueContent } from "../../server/newsletter/issueSchema.ts";
import { createConfirmationToken } from "../../server/newsletter/subscribing/confirmation.ts";
import { composeConfirmationMail } from "../../server/newsletter/subscribing/confirmationMail.ts";
import { loadTokens } from "../../server/newsletter/subscribing/tokens.ts";
import { renderIssue } from "../../server/newsletter/templates/renderIssue.ts";
import { createIssueContent, storeIssue, storeSubscribers } from "../support/briefingIssue.ts";
import { broadsheet } from "../support/commandLine.ts";
import { TIP } from "../support/contactMessage.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { PLURALS, serveLanguageFeeds, writePseudoEdition, writeSpanishEdition } from "../support/languageEditions.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase, queryStore, storeUrlIn } from "../support/stores.ts";
import { findEnglish, findPlainTexts, SENTENCE } from "../support/untranslated.ts";

/** Paths of pages. `load` replaces TOKEN at the end of a path with a subscriber's token. */
const PATHS = [
  ...["/", "/ciudad", "/sources", "/takedowns", "/saved", "/offline", "/rss.xml", "/acerca", "/privacy", "/editions"],
  ...["/embed", "/embed/latest", "/search", "/search?q=puente", "/search?q=zzyzx", "/archive/2026/04"],
  ...["/archive/2026/04/20", "/category/jardines", "/nada", "/article/el-puente-de-la-calle-wells-abre-otra-vez"],
  ...["/text", "/text/ciudad", "/text/nada", "/text/article/el-puente-de-la-calle-wells-abre-otra-vez"],
  ...["/ciudad/rss.xml", "/ciudad/atom.xml", "/ciudad/feed.json", "/sources.opml", "/sections.opml"],
  ...["/newsletter", "/newsletter/sent", "/newsletter/erased", "/newsletter/archive", "/newsletter/confirm/unknown"],
  ...["/newsletter/unsubscribe/unknown", "/contact", "/contact/sent", "/faq", "/books", "/support", "/radio"],
  ...["/cultura", "/corrections", "/embed/radio", "/embed/events"],
  ...["/embed/article/el-puente-de-la-calle-wells-abre-otra-vez", "/manifest.webmanifest", "/partner", "/feed"],
  ...["/sources/el-cable/rss.xml", "/search/rss.xml?q=puente", "/embed/article/nada"],
  ...["/newsletter/preferences/unknown", "/newsletter/preferences/TOKEN", "/newsletter/unsubscribe/TOKEN"],
  "/newsletter/confirm/TOKEN",
];
/** Paths that only La Voz has, since only it has an issue and staff stories. */
const SPANISH_PATHS = [
  ...["/newsletter/2026-04-20", "/article/el-muelle", "/text/article/el-muelle", "/author/ana-ruiz", "/topic/muelles"],
  "/article/el-aviso",
];

const OWN_STORIES = {
  "el-muelle.md": `title: EL MUELLE\nsection: comunidad\nbyline: ANA RUIZ\ntopics: [MUELLES]
publishAt: 2026-04-19T12:00:00-05:00\ncorrections: [{ text: SON DOS., at: 2026-04-20T12:00:00-05:00 }]`,
  "el-aviso.md": `title: EL AVISO\nsection: comunidad\npublishAt: 2026-04-19T12:00:00-05:00\nstate: withdrawn`,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let mailHost: MailHost;
let site: Site;
/** Tokens at the end of the paths of subscribers' pages, by host name and page. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveLanguageFeeds(host);
  const editions = join(folder.path, "editions");
  await mkdir(editions);
  await writeSpanishEdition(editions, "milwaukee", host);
  await writePseudoEdition(editions, "pseudo", host);
  const data = join(folder.path, "data");
  await mkdir(data);
  await fillStore(editions, data);
  mailHost = await startMailHost();
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, SMTP_URL: mailHost.url };
  site = await startSite({ editions, data, env });
  await site.logs((log) => (log.match(/"msg":"feed polled"/g)?.length ?? 0) >= 3);
});

afterAll(async () => {
  await site?.stop();
  await host?.close();
  await mailHost?.close();
  await folder?.remove();
});

/** Stores a subscriber of each edition, and an issue and stories of La Voz. */
async function fillStore(editions: string, data: string): Promise<void> {
  const database = await openDatabase(storeUrlIn(data));
  const { create } = await loadTokens(database);
  for (const edition of ["milwaukee", "pseudo"]) {
    await storeSubscribers(database, 1, () => null, edition);
    const subscribers = database.selectFrom("subscribers").select(["id", "secret"]).where("edition", "=", edition);
    const owner = await subscribers.executeTakeFirstOrThrow();
    for (const page of ["preferences", "unsubscribe"]) tokens.set(`${edition}.localhost ${page}`, create(owner));
    const confirmation = await createConfirmationToken(database, owner.id, Date.now());
    tokens.set(`${edition}.localhost confirm`, confirmation);
  }
  const instant = "2026-04-20T12:00:00Z";
  await storeIssue(database, createIssueContent(["ciudad"]), Date.parse(instant), "2026-04-20", "milwaukee");
  // Marks the issue as sent, so the site does not mail it.
  await database.updateTable("issues").set({ finished_at: instant }).execute();
  await database.destroy();
  const stories = join(folder.path, "stories");
  await mkdir(stories);
  for (const [name, head] of Object.entries(OWN_STORIES))
    await writeFile(join(stories, name), `---\n${head}\n---\n\nHOY.\n`);
  const env = { DATABASE_URL: storeUrlIn(data), EDITIONS_DIR: editions };
  const { status, errors } = await broadsheet(["stories", "import", stories, "--edition", "milwaukee"], env);
  if (status !== 0) throw new Error(errors);
}

interface Answer {
  status: number | undefined;
  body: string;
  /** Value of the response header `Allow`. */
  allow?: string;
}

/** Sends a request to an edition by its host name, which `fetch` cannot set. Sends a form if there are fields. */
function send(
  hostName: string,
  path: string,
  fields?: object,
  more: IncomingHttpHeaders = {},
  method = fields ? "POST" : "GET",
): Promise<Answer> {
  const { hostname, port } = new URL(site.url);
  const form = fields && { "content-type": "application/x-www-form-urlencoded" };
  const headers = { host: `${hostName}:${port}`, accept: "text/html", ...form, ...more };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, method, agent: false }, async (response) =>
      resolve({
        status: response.statusCode,
        body: unescapeQuotes(await text(response)),
        ...(response.headers.allow !== undefined && { allow: response.headers.allow }),
      }),
    );
    sent.on("error", reject).end(fields && new URLSearchParams({ ...fields }).toString());
  });
}

async function load(hostName: string, path: string): Promise<string> {
  const [, page = ""] = /^\/newsletter\/(\w+)\/TOKEN$/.exec(path) ?? [];
  return (await send(hostName, path.replace("TOKEN", tokens.get(`${hostName} ${page}`) ?? ""))).body;
}

const unescapeQuotes = (html: string) => html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

function expectNoEnglish(page: string, what?: string): void {
  // Rejects the Chicago edition's accent colors, and the word Chicago outside the time zone America/Chicago.
  expect(page, what).not.toMatch(/(?<!America\/)Chicago|c8102e|ff5468/);
  expect(findEnglish(page), what).toEqual([]);
}

describe("La Voz de Milwaukee", () => {
  it.each([...PATHS, ...SPANISH_PATHS])("has no English sentence of ours and no Chicago at %s", async (path) => {
    const page = await load("milwaukee.localhost", path);
    expect(page).toMatch(/Milwaukee|LA VOZ|VOZ/);
    expectNoEnglish(page);
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
      expectNoEnglish(String(mail));
    }
  });

  it("answers forms, and mails what they send, in Spanish", async () => {
    const post = (path: string, fields: object, headers?: IncomingHttpHeaders) =>
      send("milwaukee.localhost", path, fields, headers);
    const elsewhere = { "sec-fetch-site": "cross-site" };
    const answers: [number, string, Answer][] = [
      [422, "Escribe tu correo electrónico", await post("/contact", {})],
      [422, "le falta la @", await post("/newsletter", { email: "rosa" })],
      [422, "¿Quisiste decir rosa@gmail.com?", await post("/newsletter", { email: "rosa@gmial.com" })],
      [403, "se envió desde otro sitio", await post("/contact", TIP, elsewhere)],
      [413, "demasiado largo", await post("/contact", { message: "A".repeat(200_000) })],
    ];
    for (const [status, sentence, answer] of answers) {
      expect(answer).toEqual({ status, body: expect.stringContaining(sentence) });
      expectNoEnglish(answer.body, sentence);
    }
    expect((await post("/contact", { ...TIP, subject: "TIP" })).status).toBe(303);
    expect((await post("/newsletter", { email: "rosa@reader.example" })).status).toBe(303);
    await site.logs(() => mailHost.mails.length >= 2);
    for (const { source } of mailHost.mails) {
      const { subject, text = "", html = "" } = await PostalMime.parse(source);
      expect(subject + text).toMatch(/formulario de contacto|boletín/);
      for (const part of [subject, text, html]) expectNoEnglish(part ?? "");
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

  it("has no English sentence, no Chicago and no red of Chicago in the built scripts and styles", async () => {
    const names = (await readdir("build/client", { recursive: true })).filter((name) => /\.(js|css)$/.test(name));
    expect(names).toContain("sw.js");
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) {
      // Removes the messages of thrown errors. Only the log contains them, so readers do not see them.
      const file = (await readFile(join("build/client", name), "utf8")).replace(/Error\([`"'].*?[`"']\)/g, "");
      expect(file, name).not.toMatch(/Chicago|c8102e|ff5468/);
      // Skips the catalogs: pages in Spanish do not load the English ones. Skips the framework: its errors are for
      // developers only.
      if (/texts-(en|es)-|framework-/.test(name)) continue;
      expectNoEnglish(file, name);
      expect(file.match(SENTENCE) ?? [], name).toEqual([]);
    }
  });

  it("writes dates in Spanish, and loads one language", async () => {
    const page = await load("milwaukee.localhost", "/ciudad");
    expect(page).toContain('<html lang="es-US"');
    expect(page).toContain("20 de abril de 2026");
    expect(page.match(/texts-\w+-\w+/g)).toEqual(["texts-es-site"]);
    // The story's file contains the time of the correction, but no time of an update.
    expect(await load("milwaukee.localhost", "/article/el-muelle")).toMatch(
      /<a href="#corrections"><time [^>]*>Corregido el 20 de abril de 2026<[\s\S]*>Corrección<\/h2>/,
    );
  });
});

describe("search", () => {
  const [song, songs, city, cities] = PLURALS.map(slugify);

  it.each([
    ["milwaukee", "luz", [song, songs]],
    ["milwaukee", "canciones", [song, songs]],
    ["milwaukee", "city", [city]],
    ["pseudo", "luz", [song]],
    ["pseudo", "city", [city, cities]],
    ["pseudo", "bus", [city, cities]],
  ])("folds plurals by the language of %s: %s", async (edition, word, found) => {
    const search = async () => {
      const page = await load(`${edition}.localhost`, `/search?q=${encodeURIComponent(word)}`);
      return PLURALS.map(slugify).filter((slug) => page.includes(`href="${articlePath(slug)}"`));
    };
    await expect.poll(search).toEqual(found);
  });
});

describe("a third language", () => {
  it.each(
    PATHS.filter((path) => !/^\/(acerca|privacy|editions|manifest)|xml$|json$|opml$/.test(path) || path === "/rss.xml"),
  )("has no text outside the catalog at %s", async (path) => {
    expect(findPlainTexts(await load("pseudo.localhost", path))).toEqual([]);
  });
});

/** Paths of every route that serves no pages. Some lead to a file, others to an error. */
const FILE_PATHS = [
  ...["/oembed", "/oembed?url=x&format=csv", "/oembed?url=x", "/pictures/x", "/pictures/aaaaaaaaaaaaaaaa/100.webp"],
  ...["/skyline/x/y/z.svg", "/skyline/x/z.svg", "/scenes/x/y/z.svg", "/scenes/x/y/wide/z.svg", "/covers/x.svg"],
  ...["/cards/a/x.jpg", "/newsletter/pictures/x.jpg"],
  ...["/media/x", "/typefaces/x", "/assets/x.js", "/ads.txt", "/robots.txt", "/sitemap.xml", "/news-sitemap.xml"],
  ...["/.well-known/security.txt", "/nada/rss.xml", "/sources/x/rss.xml", "/api/stream", "/api/stream?port=1"],
  ...["/api/radio/now", "/api/radio/listen.m3u?port=1", "/api/article/nada", "/api/edition/changes.json?section=x"],
  ...["/api/edition/latest.json", "/takedowns.json", "/search/suggest?q=x", "/favicon.ico", "/sw.js", "/%ff"],
  ...["/newsletter/time", "/dev/mail", "/archive/2020/99", "/newsletter/2020-01-01"],
];
/** Matches English texts of the framework and of the HTTP library, which no catalog contains. */
const FOREIGN = /Not Found|Bad Request|Not Allowed|Server Error|Unauthorized|You made a|Invalid|There is|This /;

describe("statuses of La Voz", () => {
  const host = "milwaukee.localhost";
  const takenDown = "one-city-bus";

  function expectSpanish({ status, body }: Answer, what: string): void {
    expectNoEnglish(body, `${what}: ${status}`);
    // Leaves out scripts, which contain English texts of the framework.
    expect(body.replace(/<script.*?<\/script>/gs, ""), `${what}: ${status}`).not.toMatch(FOREIGN);
  }

  it.each(["text/html", "*/*", "application/json"])("are in Spanish at every address, for %s", async (accept) => {
    const statuses = new Set<number | undefined>();
    for (const path of [...PATHS, ...FILE_PATHS]) {
      const answer = await send(host, path, undefined, { accept });
      statuses.add(answer.status);
      if ((answer.status ?? 0) >= 400) expectSpanish(answer, path);
    }
    expect(statuses).toEqual(new Set([200, 400, 404, 501]));
  });

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
    "of a wrong method, %s, are too",
    async (method) => {
      for (const path of ["/", "/ciudad", "/article/nada", "/embed/latest", "/nada.data", ...FILE_PATHS]) {
        const answer = await send(host, path, undefined, {}, method);
        expectSpanish(answer, `${method} ${path}`);
        // A path with malformed percent-encoding gets status 400 with any method.
        if (answer.status !== 204) expect([path, answer.status]).toEqual([path, path === "/%ff" ? 400 : 405]);
        if (answer.status === 405) expect(answer.allow).toMatch(/^GET, HEAD/);
      }
    },
  );

  it("is in Spanish for a host of no edition, since the first edition is", async () => {
    const answer = await send("elsewhere.example", "/");
    expect(answer).toEqual({ status: 503, body: expect.stringContaining("Este sitio no está disponible") });
    expectSpanish(answer, "elsewhere.example");
  });

  it("are in Spanish for too many messages and erased stories", async () => {
    const env = { DATABASE_URL: storeUrlIn(join(folder.path, "data")), EDITIONS_DIR: join(folder.path, "editions") };
    const taken = await broadsheet(["takedown", takenDown], { ...env, DATA_DIR: join(folder.path, "data") });
    expect([taken.status, taken.errors]).toEqual([0, expect.any(String)]);
    for (const start of ["", "/text", "/embed", "/api"]) {
      const path = `${start}/article/${takenDown}`;
      await expect.poll(async () => (await send(host, path)).status).toBe(410);
      expectSpanish(await send(host, path), path);
    }
    const many = await Promise.all(Array.from({ length: 6 }, () => send(host, "/contact", { ...TIP, subject: "TIP" })));
    const refused = many.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectSpanish(answer, "/contact");
  });
});

// Runs last, since it breaks the store.
describe("a store that cannot be read", () => {
  beforeAll(() => queryStore(storeUrlIn(join(folder.path, "data")), sql`alter table articles rename to lost_articles`));

  it.each(["/wisconsin", "/text/wisconsin", "/wisconsin/rss.xml"])("answers %s in Spanish", async (path) => {
    const { status, body } = await send("milwaukee.localhost", path);
    expect(status).toBe(500);
    expect(body).toContain("Esta página no se cargó.");
    expectNoEnglish(body);
  });

  it("answers in the third language", async () => {
    expect(findPlainTexts((await send("pseudo.localhost", "/wisconsin")).body)).toEqual([]);
  });
});
