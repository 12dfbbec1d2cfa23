import { createHash } from "node:crypto";
import { request as httpRequest } from "node:http";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDeskApp } from "../../server/desk/deskApp.ts";
import { createDeskContext, type DeskParts } from "../../server/desk/deskContext.ts";
import { type DeskSite, startDeskSite } from "../support/desk.ts";
import { readUntil } from "../support/readUntil.ts";
import { queryStore, withStore } from "../support/stores.ts";

type Role = "writer" | "editor" | "publisher";

let desk: DeskSite;
/** Session cookies: of each role, of another edition's publisher (`other`), and of a session that ended (`ended`). */
let cookies: Record<Role | "other" | "ended", string>;
/** Ids of the editor's draft, of a story of the writer, and of a person. */
let story: number;
let own: number;
let person: number;
let keys = 0;

const createKey = () => `attack-key-${++keys}`;

beforeAll(async () => {
  desk = await startDeskSite({}, "en");
  const publisher = await signIn(await desk.addPerson("Ada Moss", "publisher"));
  const ended = await signIn(await desk.addPerson("Gone Gray", "publisher"));
  await desk.run("people", "end-sessions", "Gone Gray");
  cookies = {
    publisher,
    ended,
    editor: await signIn(await desk.addPerson("Eve One", "editor")),
    writer: await signIn(await desk.addPerson("Ben Cole", "writer")),
    other: await signIn(await desk.addPerson("Lola Paz", "publisher", "--edition", "lagos")),
  };
  story = await createStory(cookies.editor);
  own = await createStory(cookies.writer);
  const [row] = await queryStore<{ id: number }>(desk.storeUrl, sql`select id from people where name = 'Ben Cole'`);
  person = row?.id ?? 0;
});

afterAll(() => desk?.stop());

async function signIn(link: string, cookie = ""): Promise<string> {
  const headers = { origin: desk.url, cookie };
  const response = await fetch(desk.url + link, { method: "POST", headers, redirect: "manual" });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

interface Sent {
  method?: string;
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request, by default with the application's headers. Sends bodies as JSON, except strings and bytes. */
function send(path: string, { method = "GET", cookie = "", body, headers = { origin: desk.url } }: Sent = {}) {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return fetch(desk.url + path, {
    method,
    headers: { cookie, "content-type": "application/json", ...headers },
    redirect: "manual",
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
}

async function createStory(cookie: string, key = createKey()): Promise<number> {
  const response = await send("/api/chicago/stories", { method: "POST", cookie, body: { key } });
  return ((await response.json()) as { id: number }).id;
}

const CONTENT = { title: "A title", sections: ["local"], body: "A text." };

/** Requests that change something, each with a valid body and the lowest role that may send it. */
const CHANGES: Record<string, { role: Role | "anyone" | "signed in"; body?: () => unknown }> = {
  "POST /sign-in/code": { role: "anyone" },
  "POST /sign-in/code/check": { role: "anyone" },
  "POST /sign-in/passkey": { role: "anyone" },
  "POST /sign-in/passkey/options": { role: "anyone" },
  "POST /link/:token": { role: "anyone" },
  "POST /sign-out": { role: "anyone" },
  "POST /api/account/passkeys": { role: "signed in" },
  "POST /api/account/passkeys/options": { role: "signed in" },
  "POST /api/account/prove": { role: "signed in" },
  "POST /api/account/prove/options": { role: "signed in" },
  "DELETE /api/account/passkeys/:id": { role: "signed in" },
  "DELETE /api/account/sessions/:id": { role: "signed in" },
  "POST /api/:edition/stories": { role: "writer" },
  "POST /api/:edition/images": { role: "writer" },
  "PUT /api/:edition/images/:key": { role: "writer" },
  // Only editors may change the story, since another person wrote it.
  "PUT /api/:edition/stories/:id/copy": {
    role: "editor",
    body: () => ({ key: createKey(), baseRevision: 0, content: CONTENT }),
  },
  "POST /api/:edition/stories/:id/copy/discard": { role: "editor", body: () => ({ key: createKey() }) },
  "POST /api/:edition/stories/:id/history": {
    role: "editor",
    body: () => ({ key: createKey(), revision: 0, name: "mine" }),
  },
  "POST /api/:edition/stories/:id/restore": {
    role: "editor",
    body: () => ({ key: createKey(), kind: "version", number: 1 }),
  },
  "DELETE /api/:edition/stories/:id": { role: "editor" },
  "POST /api/:edition/stories/:id/submit": { role: "editor", body: () => ({ key: createKey(), note: "" }) },
  "POST /api/:edition/stories/:id/return": { role: "editor", body: () => ({ key: createKey(), note: "" }) },
  "POST /api/:edition/stories/:id/comments": { role: "editor", body: () => ({ key: createKey(), text: "Hello" }) },
  "POST /api/:edition/stories/:id/comments/:comment/resolve": { role: "editor", body: () => ({ key: createKey() }) },
  "POST /api/:edition/stories/:id/publish": {
    role: "editor",
    body: () => ({ key: createKey(), revision: 0, at: null, change: null, alert: null }),
  },
  "POST /api/:edition/stories/:id/withdraw": { role: "editor", body: () => ({ key: createKey(), line: null }) },
  "POST /api/:edition/stories/:id/preview": { role: "editor", body: () => ({ hours: 1 }) },
  "POST /api/:edition/people": {
    role: "publisher",
    body: () => ({ name: "Mallory", email: null, role: "publisher" }),
  },
  "PUT /api/:edition/people/:id": { role: "publisher", body: () => ({ role: "publisher" }) },
  "DELETE /api/:edition/people/:id": { role: "publisher" },
  "POST /api/:edition/people/:id/reset": { role: "publisher", body: () => ({ isLinkMailed: false }) },
  "PUT /api/:edition/mail-codes": { role: "publisher", body: () => ({ isAllowed: false }) },
};

/** Routes that not all roles may read, with the lowest role that may. All roles may read an edition's other routes. */
const READS: Record<string, Role> = {
  "GET /api/:edition/people": "publisher",
  "GET /api/:edition/mail-codes": "publisher",
  "GET /api/:edition/stories/:id": "editor",
  "GET /api/:edition/stories/:id/checks": "editor",
  "GET /api/:edition/stories/:id/events": "editor",
  "GET /api/:edition/stories/:id/history": "editor",
  "GET /api/:edition/stories/:id/history/:kind/:number": "editor",
  "GET /api/:edition/stories/:id/preview/texts": "editor",
  "GET /api/:edition/stories/:id/seen": "editor",
};

/** Pages and files that need no session. */
const OPEN = ["GET /", "GET /sign-in", "GET /link/:token"];
const ROLES: Role[] = ["writer", "editor", "publisher"];

/** Returns all routes of the desk, such as "PUT /api/:edition/stories/:id/copy". */
function listRoutes(): string[] {
  const parts: Partial<DeskParts> = { getOrigin: () => desk.url, imageInspector: {} as DeskParts["imageInspector"] };
  const { routes } = createDeskApp(createDeskContext(parts as DeskParts));
  const isRoute = ({ method, path }: { method: string; path: string }) => method !== "ALL" && !path.endsWith("/*");
  return [...new Set(routes.filter(isRoute).map(({ method, path }) => `${method} ${path}`))];
}

function toPath(route: string, edition = "chicago"): string {
  const id = route.includes("/people/") ? person : story;
  const values: Record<string, string> = {
    ...{ edition, id: `${id}`, key: "a".repeat(64), token: "b".repeat(64), comment: "1", kind: "version", number: "1" },
    ...{ local: "2026-11-26T06:30", version: "1" },
  };
  return (route.split(" ")[1] ?? "").replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? name);
}

/** Returns a hash of each table's rows, without the leases that servers on PostgreSQL constantly renew. */
async function hashStore(): Promise<Record<string, string>> {
  return withStore(desk.storeUrl, async (database) => {
    const hashes: Record<string, string> = {};
    for (const { name } of await database.introspection.getTables()) {
      if (name === "leaders") continue;
      const rows = await sql`select * from ${sql.table(name)}`.execute(database);
      hashes[name] = createHash("sha256")
        .update(JSON.stringify(rows.rows.map((row) => JSON.stringify(row)).sort()))
        .digest("hex");
    }
    return hashes;
  });
}

/**
 * Runs an attack, and checks that the log has each rejected request and that the store is unchanged.
 *
 * @param attack returns the number of rejected requests
 */
async function expectNothingDone(attack: () => Promise<number>) {
  const countRefusals = (log: string) => log.split('"msg":"desk: request refused"').length - 1;
  const [before, logged] = [await hashStore(), countRefusals(desk.site.written())];
  const refused = await attack();
  expect(refused).toBeGreaterThan(0);
  await desk.site.logs((log) => countRefusals(log) >= logged + refused);
  expect(await hashStore()).toEqual(before);
}

describe("requests to every route", () => {
  it("are all known to this test", () => {
    const routes = listRoutes();
    const changes = routes.filter((route) => !route.startsWith("GET "));
    expect(changes.sort()).toEqual(Object.keys(CHANGES).sort());
    expect(routes).toEqual(expect.arrayContaining([...Object.keys(READS), ...OPEN]));
  });

  it("do nothing without a session, or with one that has ended", async () => {
    await expectNothingDone(async () => {
      let refused = 0;
      for (const route of listRoutes()) {
        if (OPEN.includes(route) || CHANGES[route]?.role === "anyone") continue;
        const [method = ""] = route.split(" ");
        for (const cookie of ["", cookies.ended, `session=${"0".repeat(64)}`]) {
          const { status, headers } = await send(toPath(route), { method, cookie, body: readBody(route) });
          if (toPath(route).startsWith("/api/")) expect([route, status]).toEqual([route, 401]);
          else expect(headers.get("location"), route).toMatch(/^\/sign-in/);
          if (status >= 400) refused++;
        }
      }
      return refused;
    });
  });

  it("do nothing with a role that does not suffice, or of another edition", async () => {
    await expectNothingDone(async () => {
      let refused = 0;
      for (const route of listRoutes().filter((known) => known.includes("/:edition/"))) {
        const [method = ""] = route.split(" ");
        const least = CHANGES[route]?.role ?? READS[route] ?? "writer";
        const body = readBody(route);
        for (const role of ROLES.slice(0, ROLES.indexOf(least as Role))) {
          const path = route.endsWith("/events") ? `${toPath(route)}?window=w` : toPath(route);
          const { status } = await send(path, { method, cookie: cookies[role], body });
          expect([route, role, status]).toEqual([route, role, 403]);
          refused++;
        }
        // A publisher of Lagos sends the request to Chicago, and then sends it with Chicago's ids to Lagos.
        const { status } = await send(toPath(route), { method, cookie: cookies.other, body });
        expect([route, status]).toEqual([route, 404]);
        refused++;
        if (!/:id|:key/.test(route)) continue;
        const elsewhere = await send(toPath(route, "lagos"), { method, cookie: cookies.other, body });
        expect([route, "in lagos", elsewhere.status >= 400 && elsewhere.status < 500]).toEqual([
          route,
          "in lagos",
          true,
        ]);
        refused++;
      }
      return refused;
    });
  });

  it("do nothing from another site, from none, or with a forged origin", async () => {
    const forged: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: desk.site.url },
      { origin: desk.url.replace("http:", "https:") },
      { origin: desk.url, "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ];
    await expectNothingDone(async () => {
      let refused = 0;
      for (const route of Object.keys(CHANGES))
        for (const headers of forged) {
          const [method = ""] = route.split(" ");
          const sent = { method, cookie: cookies.publisher, body: readBody(route), headers };
          expect([route, headers, (await send(toPath(route), sent)).status]).toEqual([route, headers, 403]);
          refused++;
        }
      return refused;
    });
  });
});

function readBody(route: string): unknown {
  return route.startsWith("GET ")
    ? undefined
    : (CHANGES[route]?.body?.() ?? (route.startsWith("DELETE") ? undefined : {}));
}

describe("hostile input", () => {
  it("of 10 MB, of a hundred thousand levels, or of no JSON is refused, and the desk goes on", async () => {
    const path = `/api/chicago/stories/${own}/copy`;
    const cookie = cookies.writer;
    const toJson = (content: string) => `{"key":"${createKey()}","baseRevision":0,"content":${content}}`;
    const bodies: [string, number][] = [
      [toJson(`{"body":"${"x".repeat(10_000_000)}"}`), 413],
      [toJson(`{"body":"${"x".repeat(500_001)}"}`), 422],
      // A page of 6,000 paragraphs would keep the site busy for seconds.
      [toJson(`{"body":"${"a\\n\\n".repeat(6000)}"}`), 422],
      [toJson(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), 422],
      [toJson(`{"title":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`), 422],
      [toJson('{"sections":["local"],"__proto__":{"isOperator":true},"byline":[{}]}'), 422],
      ["{", 400],
      ["", 400],
    ];
    await expectNothingDone(async () => {
      for (const [body, status] of bodies)
        expect([body.slice(0, 60), (await send(path, { method: "PUT", cookie, body })).status]).toEqual([
          body.slice(0, 60),
          status,
        ]);
      return bodies.length;
    });
    expect((await send("/api/me", { cookie })).status).toBe(200);
  });

  it("in place of an image is refused", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const files: [string, Uint8Array][] = [
      ["script.png", Buffer.from("<script>alert(1)</script>")],
      ["page.jpg", Buffer.from("<!doctype html><body onload=alert(1)>")],
      ["drawing.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ["huge.png", Buffer.concat([png, Buffer.from("7fffffff7fffffff0806000000", "hex")])],
      ["cut.png", png],
      ["empty.png", Buffer.alloc(0)],
      ["large.png", Buffer.concat([png, Buffer.alloc(31_000_000)])],
    ];
    await expectNothingDone(async () => {
      for (const [name, bytes] of files) {
        const headers = { origin: desk.url, "content-type": "image/png" };
        const sent = { method: "POST", cookie: cookies.writer, body: bytes, headers };
        const { status } = await send(`/api/chicago/images?name=${name}`, sent);
        expect([name, status === 413 || status === 422]).toEqual([name, true]);
      }
      return files.length;
    });
  });

  it("in texts is shown as text to readers and in the desk's pages", async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
    const id = await createStory(cookies.editor);
    const content = {
      ...CONTENT,
      title: `Evil ${evil}`,
      deck: evil,
      byline: [evil],
      topics: ["evil"],
      body: `${evil}\n\n[press](javascript:alert(3)) <a href="javascript:alert(5)">a</a>\n\n<iframe src="https://evil.example"></iframe>`,
    };
    const path = `/api/chicago/stories/${id}`;
    const cookie = cookies.editor;
    const saved = await send(`${path}/copy`, {
      ...{ method: "PUT", cookie, body: { key: createKey(), baseRevision: 0, content } },
    });
    expect(saved.status).toBe(200);
    const comment = await send(`${path}/comments`, { method: "POST", cookie, body: { key: createKey(), text: evil } });
    expect(comment.headers.get("content-type")).toMatch(/^application\/json/);
    const publication = { key: createKey(), revision: 1, at: null, change: null, alert: null };
    const published = await send(`${path}/publish`, { method: "POST", cookie, body: publication });
    expect(published.status, await published.clone().text()).toBe(200);
    const { url } = (await published.json()) as { url: string };
    const page = await readUntil(
      async () => (await fetch(desk.site.url + new URL(url).pathname)).text(),
      (text) => text.includes("Evil"),
    );
    expect(page).not.toMatch(/<img[^>]*\sonerror=|<script>alert|href="javascript:|src="javascript:|evil\.example"/);
    // Previews must be safe, too, since nobody has checked their content.
    const sponsor = { name: evil, kind: "paid", link: "javascript:alert(6)" };
    const draft = { ...content, sponsor, canonical: "javascript:alert(7)" };
    await send(`/api/chicago/stories/${own}/copy`, {
      ...{ method: "PUT", cookie: cookies.writer, body: { key: createKey(), baseRevision: 0, content: draft } },
    });
    const preview = await send(`/api/chicago/stories/${own}/preview`, {
      ...{ method: "POST", cookie: cookies.writer, body: { hours: 1 } },
    });
    const previewed = await fetch(desk.site.url + new URL(((await preview.json()) as { url: string }).url).pathname);
    const previewPage = await previewed.text();
    expect(previewPage).toContain("Evil");
    expect(previewPage).not.toMatch(/alert\([67]\)|<img[^>]*\sonerror=|<script>alert|"javascript:|evil\.example"/);
    expect(previewed.headers.get("content-security-policy")).toContain(`frame-ancestors ${desk.url}`);
    const link = await desk.addPerson(`Eve ${evil}`, "writer");
    const welcome = await (await fetch(desk.url + link)).text();
    expect(welcome).not.toMatch(/<img|<script>alert/);
    expect(welcome).toContain("&lt;script&gt;alert(2)");
  });
});

describe("people of the desk", () => {
  it("can't use a role or a session that ended while they sent a request", async () => {
    const cookie = await signIn(await desk.addPerson("Pia Poe", "publisher"));
    const { started, finish } = sendSlowly("/api/chicago/people", cookie, {
      ...{ name: "Mallory", email: null, role: "publisher" },
    });
    await started;
    await desk.run("people", "role", "Pia Poe", "editor");
    expect(await finish()).toBe(403);
    const second = sendSlowly("/api/chicago/stories", cookie, { key: createKey() });
    await second.started;
    await desk.run("people", "remove", "Pia Poe");
    expect(await second.finish()).toBe(401);
    expect(await desk.run("people")).not.toMatch(/Mallory|Pia/);
  });

  it("can't leave an edition without a publisher by demoting each other", async () => {
    const [one, two] = ["Uma Urn", "Vic Vale"];
    const [first, second] = [
      await signIn(await desk.addPerson(one, "publisher", "--edition", "lagos")),
      await signIn(await desk.addPerson(two, "publisher", "--edition", "lagos")),
    ];
    await desk.run("people", "remove", "Lola Paz", "--edition", "lagos");
    const rows = await queryStore<{ id: number; name: string }>(desk.storeUrl, sql`select id, name from people`);
    const demote = (name: string, cookie: string) =>
      send(`/api/lagos/people/${rows.find((row) => row.name === name)?.id}`, {
        ...{ method: "PUT", cookie, body: { role: "writer" } },
      });
    const answers = await Promise.all([demote(two, first), demote(one, second)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const publishers = await queryStore(
      desk.storeUrl,
      sql`select person_id from person_roles where edition = 'lagos' and role = 'publisher'`,
    );
    expect(publishers).toHaveLength(1);
  });

  it("learn nothing of others' drafts as writers", async () => {
    const cookie = cookies.editor;
    const id = await createStory(cookie);
    const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const headers = { origin: desk.url, "content-type": "image/png" };
    const added = await send("/api/chicago/images?name=a.png", { method: "POST", cookie, body: png, headers });
    const { url } = (await added.json()) as { url: string };
    const content = { ...CONTENT, title: "Harbor inquiry", topics: ["inquiry"], image: { file: url } };
    await send(`/api/chicago/stories/${id}/copy`, {
      ...{ method: "PUT", cookie, body: { key: createKey(), baseRevision: 0, content } },
    });
    const read = async (path: string, reader: string) => (await send(path, { cookie: reader })).text();
    for (const path of ["topics", "images", "images?search=inquiry", "stories?list=review", "stories?list=drafts"]) {
      expect([path, await read(`/api/chicago/${path}`, cookies.writer)]).toEqual([
        path,
        expect.not.stringMatching(/inquiry/i),
      ]);
    }
    expect(await read("/api/chicago/images?search=inquiry", cookie)).toContain("Harbor inquiry");
    expect(await read("/api/chicago/topics", cookie)).toContain("inquiry");
  });

  it("take no places of others in the streams of events", async () => {
    const open = async (cookie: string, window: string) => {
      const response = await send(`/api/chicago/stories/${own}/events?window=${window}`, { cookie });
      const reader = response.body?.getReader();
      return { isOpen: !(await reader?.read())?.done, close: () => reader?.cancel() };
    };
    const windows = await Promise.all(Array.from({ length: 21 }, (_, number) => open(cookies.writer, `w${number}`)));
    const other = await open(cookies.editor, "other");
    expect(windows.filter(({ isOpen }) => isOpen)).toHaveLength(20);
    expect(other.isOpen).toBe(true);
    await Promise.all([...windows, other].map(({ close }) => close()));
  });
});

/** Sends a request's head. `started` resolves once the head arrives. `finish` sends the body and returns the status. */
function sendSlowly(path: string, cookie: string, body: object) {
  const text = JSON.stringify(body);
  const { promise: status, resolve, reject } = Promise.withResolvers<number>();
  const { promise: started, resolve: onContinue } = Promise.withResolvers<void>();
  const headers = {
    ...{ origin: desk.url, cookie, expect: "100-continue" },
    ...{ "content-type": "application/json", "content-length": `${Buffer.byteLength(text)}` },
  };
  const request = httpRequest(desk.url + path, { method: "POST", headers }, (response) => {
    resolve(response.statusCode ?? 0);
    response.resume();
  });
  request.on("continue", onContinue).on("error", reject).flushHeaders();
  return {
    started,
    finish() {
      request.end(text);
      return status;
    },
  };
}

describe("keys, links and sessions", () => {
  it("do a thing once, however often and by whomever a key is sent", async () => {
    const key = createKey();
    const [first, second] = await Promise.all([createStory(cookies.editor, key), createStory(cookies.editor, key)]);
    expect(second).toBe(first);
    const theirs = await send("/api/chicago/stories", { method: "POST", cookie: cookies.writer, body: { key } });
    const answer = theirs.ok ? ((await theirs.json()) as { id: number }).id : null;
    expect(answer).not.toBe(first);
  });

  it("can't be chosen by an attacker, and end those that the browser had", async () => {
    const chosen = `session=${"c".repeat(64)}`;
    const cookie = await signIn(await desk.addPerson("Hal Hart", "writer"), chosen);
    expect(cookie).not.toBe(chosen);
    expect((await send("/api/me", { cookie: chosen })).status).toBe(401);
    // An attacker's own session, planted in the browser, ends when the person signs in.
    const planted = await signIn(await desk.addPerson("Mal Mole", "writer"));
    await signIn((await desk.run("people", "link", "Hal Hart")).match(/\/link\/\w+/)?.[0] ?? "", planted);
    expect((await send("/api/me", { cookie: planted })).status).toBe(401);
  });

  it("can't be guessed: further attempts wait", async () => {
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 70; attempt++) {
      const token = createHash("sha256").update(`${attempt}`).digest("hex");
      statuses.add((await send(`/link/${token}`, { method: "POST" })).status);
    }
    expect(statuses).toEqual(new Set([410, 429]));
  });
});
