import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Checks, PreviewAnswer, PreviewTexts, PublishAnswer, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { type DeskSite, startDeskSite } from "../support/desk.ts";
import { readUntil } from "../support/readUntil.ts";

let desk: DeskSite;
/** URL of the site with the host name `localhost`, which the desk's links use. */
let siteUrl: string;
/** Session cookies of an editor and a writer. */
let editor: string;
let writer: string;

beforeAll(async () => {
  desk = await startDeskSite({ SMTP_URL: "smtp://127.0.0.1:9" });
  siteUrl = desk.site.url.replace("127.0.0.1", "localhost");
  editor = await signIn(await desk.addPerson("Ada Moss", "editor"));
  writer = await signIn(await desk.addPerson("Ben Cole", "writer"));
});

afterAll(() => desk?.stop());

async function signIn(path: string): Promise<string> {
  const headers = { origin: desk.url };
  const response = await fetch(desk.url + path, { method: "POST", headers, redirect: "manual" });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function send(method: string, path: string, body?: object, cookie = editor): Promise<Response> {
  return fetch(`${desk.url}/api/chicago/${path}`, {
    method,
    headers: { cookie, origin: desk.url, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function read<Answer>(method: string, path: string, body?: object, cookie = editor): Promise<Answer> {
  const response = await send(method, path, body, cookie);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

const EMPTY = { title: "", deck: "", sections: [], byline: [], place: "", topics: [], body: "" };

let keys = 0;
const nextKey = () => `key-of-test-${++keys}`;

/** Adds a story, or saves it again. Returns its path and its revision. */
async function save(content: Partial<CopyContent>, path?: string, cookie = editor) {
  const saved = path ?? `stories/${(await read<{ id: number }>("POST", "stories", { key: nextKey() }, cookie)).id}`;
  const { copy } = await read<StoryView>("GET", saved, undefined, cookie);
  const body = { key: nextKey(), baseRevision: copy.revision, content: { ...EMPTY, ...content } };
  const { revision } = await read<{ revision: number }>("PUT", `${saved}/copy`, body, cookie);
  return { path: saved, revision };
}

const NOW = { at: null, change: null, alert: null };

async function publish(path: string, revision: number, how: object = {}): Promise<PublishAnswer> {
  const answer = await read<PublishAnswer>("POST", `${path}/publish`, { key: nextKey(), revision, ...NOW, ...how });
  return answer;
}

/** Requests a page at the URL where the desk checks that readers see a change. */
async function getPage(path: string) {
  const response = await fetch(siteUrl + path, { redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const toPath = (url: string) => new URL(url).pathname;
const FERRY = { title: "Ferry returns", sections: ["local"], body: "It runs every hour." };

describe("checks", () => {
  it("say what is missing, and never more than that", async () => {
    const body = "TK tomorrow, says [a page](/nowhere), and ![](own:media/lost).\n\n[here](http://127.0.0.1:9/x)";
    const image = { file: "own:media/gone", alt: "", caption: "", credit: "" };
    const { path } = await save({ body, image, expiresAt: "2020-01-01T00:00:00.000Z" });
    const { results, nextBriefing } = await read<Checks>("GET", `${path}/checks`);
    expect(results.map(({ kind, isRequired }) => (isRequired ? `${kind}!` : kind))).toEqual([
      "headline!",
      "section!",
      "time!",
      "image!",
      "image!",
      "credit",
      "tk",
      "link",
      "link",
    ]);
    expect(Date.parse(nextBriefing ?? "")).toBeGreaterThan(Date.now());
    const refused = await send("POST", `${path}/publish`, { key: nextKey(), revision: 1, ...NOW });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("no headline")]);
    await save({ ...FERRY, body: "It runs [again](/about)." }, path);
    expect(await read<Checks>("GET", `${path}/checks`)).toMatchObject({
      results: [],
      card: { title: "Ferry returns", deck: "", byline: expect.stringMatching(/\w/) },
      url: `${siteUrl}/article/ferry-returns`,
      formerUrl: null,
    });
  });

  it("resolve times of the edition: none for a skipped hour, two for a doubled one", async () => {
    const list = async (local: string) => (await read<{ instants: string[] }>("GET", `instants/${local}`)).instants;
    expect(await list("2027-03-14T02:30")).toEqual([]);
    expect(await list("2026-11-01T01:30")).toEqual(["2026-11-01T06:30:00.000Z", "2026-11-01T07:30:00.000Z"]);
    expect(await list("2027-07-01T12:00")).toEqual(["2027-07-01T17:00:00.000Z"]);
    expect((await send("GET", "instants/soon")).status).toBe(422);
  });
});

it("publishes once per key, tells when readers see it, and refuses a revision that is no longer the newest", async () => {
  const { path, revision } = await save({ ...FERRY, title: "Bridge opens" });
  const key = nextKey();
  const request = { key, revision, ...NOW };
  const answers = await Promise.all([1, 2, 3].map(() => read<PublishAnswer>("POST", `${path}/publish`, request)));
  const [answer] = answers;
  expect(answer).toMatchObject({ state: "published", url: `${siteUrl}/article/bridge-opens`, publishAt: null });
  expect(new Set(answers.map(({ version }) => version)).size).toBe(1);
  const seen = () => read<{ isSeen: boolean }>("GET", `${path}/seen`);
  await readUntil(seen, ({ isSeen }) => isSeen);
  expect((await getPage("/article/bridge-opens")).html).toContain("It runs every hour.");

  const stale = await save({ ...FERRY, title: "Bridge opens", body: "It runs every half hour." }, path);
  await save({ ...FERRY, title: "Bridge opens", body: "It runs every ten minutes." }, path);
  const update = { key: nextKey(), revision: stale.revision, ...NOW, change: { as: "update" } };
  expect((await send("POST", `${path}/publish`, update)).status).toBe(409);
  expect((await getPage("/article/bridge-opens")).html).toContain("It runs every hour.");
  expect((await send("POST", `${path}/publish`, request, writer)).status).toBe(403);
});

it("changes a published story silently, as an update or with a correction, and redirects its former address", async () => {
  const story = { ...FERRY, title: "Library reopens" };
  const { path, revision } = await save(story);
  const { url } = await publish(path, revision);
  /** Changes the story, and returns its page once the desk reports that readers see the change. */
  const change = async (content: Partial<CopyContent>, how: object) => {
    const { revision } = await save({ ...story, ...content }, path);
    const { url } = await publish(path, revision, { change: how });
    await readUntil(
      () => read<{ isSeen: boolean }>("GET", `${path}/seen`),
      ({ isSeen }) => isSeen,
    );
    return { url, html: (await getPage(toPath(url))).html };
  };
  expect((await getPage(toPath(url))).status).toBe(200);
  expect((await send("POST", `${path}/publish`, { key: nextKey(), revision, ...NOW })).status).toBe(422);

  const silent = await change({ body: "It opens at 9." }, { as: "silent" });
  expect(silent.html).toContain("It opens at 9.");
  expect(silent.html).not.toContain("Updated");
  const updated = await change({ body: "It opens at 10." }, { as: "update" });
  expect(updated.html).toContain("It opens at 10.");
  expect(updated.html).toContain("Updated");
  const text = "An earlier version misstated the hour.";
  const moved = await change({ title: "Library reopens Monday", body: "It opens at 11." }, { as: "correction", text });
  expect(moved.url).toBe(`${siteUrl}/article/library-reopens-monday`);
  expect(moved.html).toContain("It opens at 11.");
  expect(moved.html).toContain(text);
  expect(moved.html).toMatch(/<a href="#corrections"><time [^>]*>Corrected /);
  expect(moved.html).not.toContain(">Updated ");
  // After the change, a cache may serve the page at the former address until the cache is purged.
  const former = await readUntil(
    () => getPage(toPath(url)),
    ({ status }) => status !== 200,
  );
  expect([former.status, former.headers.get("location")]).toEqual([301, toPath(moved.url)]);
});

it("schedules, unschedules, and refuses a time that has passed", async () => {
  const { path, revision } = await save({ ...FERRY, title: "Tram extended" });
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const past = { key: nextKey(), revision, ...NOW, at: "2026-01-01T12:00:00.000Z" };
  const refused = await send("POST", `${path}/publish`, past);
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("This time has passed.")]);
  expect(await publish(path, revision, { at })).toMatchObject({ state: "scheduled", publishAt: at, isSeen: null });
  expect((await getPage("/article/tram-extended")).status).toBe(404);
  const back = await read<PublishAnswer>("POST", `${path}/withdraw`, { key: nextKey(), line: null });
  expect(back).toMatchObject({ state: "draft", publishAt: null, isSeen: null });
});

it("sends an alert with a story, once", async () => {
  const { path, revision } = await save({ ...FERRY, title: "Water main breaks" });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const alert = { level: "breaking", line: "Boil water downtown", until };
  const request = { key: nextKey(), revision, ...NOW, alert };
  await Promise.all([1, 2].map(() => read("POST", `${path}/publish`, request)));
  const alerts = (await desk.run("alerts", "list")).split("\n").filter((line) => line.includes("Boil water downtown"));
  expect(alerts).toEqual([expect.stringContaining("/article/water-main-breaks")]);
});

it("withdraws a story with a line for readers, once", async () => {
  const { path, revision } = await save({ ...FERRY, title: "Mayor resigns" });
  await publish(path, revision);
  const request = { key: nextKey(), line: "We could not confirm it." };
  for (let time = 0; time < 2; time++)
    expect(await read<PublishAnswer>("POST", `${path}/withdraw`, request)).toMatchObject({ state: "withdrawn" });
  await readUntil(
    () => read<{ isSeen: boolean }>("GET", `${path}/seen`),
    ({ isSeen }) => isSeen,
  );
  const { status, html } = await getPage("/article/mayor-resigns");
  expect([status, html]).toEqual([410, expect.stringContaining("We could not confirm it.")]);
});

describe("previews", () => {
  const getPreview = async ({ url }: PreviewAnswer) => getPage(toPath(url));

  it("show the working copy at any time, framed only by the desk, and lead to the story once it is published", async () => {
    const { path, revision } = await save({ body: "First words." }, undefined, writer);
    const preview = await read<PreviewAnswer>("POST", `${path}/preview`, { hours: 24 }, writer);
    expect(preview.url).toMatch(new RegExp(`^${siteUrl}/preview/[\\w-]{32}$`));
    expect(Date.parse(preview.expiresAt) - Date.now()).toBeLessThanOrEqual(86_400_000);
    const first = await getPreview(preview);
    expect([first.status, first.html]).toEqual([200, expect.stringContaining("First words.")]);
    const policy = first.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`frame-ancestors ${desk.url}`);
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(first.headers.get("x-robots-tag")).toBe("noindex");
    expect((await getPage("/")).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const screen = await fetch(`${desk.url}/stories`, { headers: { cookie: writer } });
    expect(screen.headers.get("content-security-policy")).toContain(`frame-src 'self' ${siteUrl};`);

    const content = { ...FERRY, title: "Pool closes", body: "Second words." };
    const second = await save(content, path);
    expect(second.revision).toBe(revision + 1);
    expect((await getPreview(preview)).html).toContain("Second words.");
    await publish(path, second.revision);
    const gone = await getPreview(preview);
    expect([gone.status, gone.headers.get("location")]).toEqual([302, "/article/pool-closes"]);

    // The first preview's link still redirects to the story, since the unpublished change is for the newsroom only.
    await save({ ...content, body: "Third words." }, path);
    expect((await getPreview(preview)).status).toBe(302);
    const next = await read<PreviewAnswer>("POST", `${path}/preview`, { hours: 1 });
    expect((await getPreview(next)).html).toContain("Third words.");
    expect((await getPage("/article/pool-closes")).html).toContain("Second words.");
  });

  it("show the story as mail and as a shared card, without scripts", async () => {
    const { path } = await save({ ...FERRY, title: "Park opens", deck: "With a lake." });
    const { mail, card } = await read<PreviewTexts>("GET", `${path}/preview/texts`);
    expect(mail).toEqual({ subject: "Park opens", text: expect.stringContaining("With a lake.") });
    expect(card).toEqual({ title: "Park opens", description: "With a lake.", host: "localhost" });
    const html = await send("GET", `${path}/preview/mail`);
    expect(html.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(await html.text()).toContain("Park opens");
    for (const image of ["card", "mail/image"]) {
      const response = await send("GET", `${path}/preview/${image}`);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    }
    for (const part of ["texts", "mail", "card"])
      expect((await send("GET", `${path}/preview/${part}`, undefined, writer)).status, part).toBe(403);
    expect((await send("POST", `${path}/preview`, { hours: 1 }, writer)).status).toBe(403);
    expect((await send("POST", `${path}/preview`, { hours: 10_000 })).status).toBe(422);
    expect((await send("GET", "stories/999999/checks")).status).toBe(404);
  });
});
