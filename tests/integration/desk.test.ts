import { request as httpRequest } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeskSite, startDeskSite } from "../support/desk.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { readUntil } from "../support/readUntil.ts";
import { queryStore } from "../support/stores.ts";

const ORIGIN = "https://desk.example.org";
const HOST = "desk.example.org";
/** Headers that browsers send with a form of the desk. */
const OWN = { host: HOST, origin: ORIGIN, "sec-fetch-site": "same-origin" };

let mailHost: MailHost;
let desk: DeskSite;

beforeAll(async () => {
  mailHost = await startMailHost();
  desk = await startDeskSite({ DESK_URL: ORIGIN, SMTP_URL: mailHost.url });
});

afterAll(async () => {
  await desk?.stop();
  await mailHost?.close();
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function send(method: string, path: string, headers: Record<string, string> = {}, body = ""): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = httpRequest(`${desk.url}${path}`, { method, headers: { host: HOST, ...headers } }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
  });
  request.on("error", reject).end(body);
  return promise;
}

function post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return send("POST", path, { ...OWN, ...form, ...headers }, new URLSearchParams(fields).toString());
}

/** Signs in with a link, and returns the cookie. */
async function signIn(link: string): Promise<string> {
  const { status, headers } = await post(link);
  expect(status).toBe(303);
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

describe("the desk", () => {
  it("answers with a policy of its own scripts only, and is on no other listener", async () => {
    const { status, headers, body } = await send("GET", "/sign-in");
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    expect(headers["content-security-policy"]).toContain("font-src 'self'");
    expect(body).not.toMatch(/<script>|\sstyle=|\son\w+=/);
    expect(body).toContain("<span>The Chicago Meridian</span>");
    const [script = ""] = /\/assets\/signIn-[\w-]+\.js/.exec(body) ?? [];
    for (const path of ["/sign-in", "/stories", "/story/chicago/1", "/account", "/link/abc", "/api/me", script])
      expect((await fetch(desk.site.url + path)).status, path).toBe(404);
  });

  it("sends its files compressed and to be kept, and no other file of the build", async () => {
    const [script = ""] = /\/assets\/signIn-[\w-]+\.js/.exec((await send("GET", "/sign-in")).body) ?? [];
    const { status, headers } = await send("GET", script, { "accept-encoding": "br" });
    expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
    expect(headers["cache-control"]).toContain("immutable");
    for (const path of ["/assets/nothing.js", "/assets/..%2findex.html", "/assets/%2e%2e/signIn.html"])
      expect((await send("GET", path)).body, path).not.toContain("<!doctype");
  });

  it("speaks the language and shows the theme of the browser, unless another one was chosen there", async () => {
    const read = async (headers: Record<string, string>) => (await send("GET", "/sign-in", headers)).body;
    expect(await read({ "accept-language": "de-CH, es-MX;q=0.8, en;q=0.5" })).toMatch(
      /<html lang="es">[\s\S]*<h1>Entrar<\/h1>/,
    );
    expect(await read({ "accept-language": "es", cookie: "language=en; theme=dark" })).toMatch(
      /<html lang="en" data-theme="dark">[\s\S]*<h1>Sign in<\/h1>/,
    );
    expect(await read({ "accept-language": 'x"><script>', cookie: 'language=x">; theme=x">' })).toContain(
      '<html lang="en">',
    );
  });

  it("refuses in that language, too", async () => {
    const refused = await send("GET", "/api/me", { "accept-language": "es" });
    expect([refused.status, refused.body]).toEqual([401, "Tu sesión terminó. Vuelve a entrar; no se cambió nada."]);
    const foreign = await send("POST", "/sign-out", { "accept-language": "es" });
    expect([foreign.status, foreign.body]).toEqual([403, "Esta petición vino de otro sitio. No se cambió nada."]);
  });

  it("leads back to the screen that asked for a sign-in, and to no other site", async () => {
    const { location } = (await send("GET", "/story/chicago/12?a=b")).headers;
    expect(location).toBe("/sign-in?to=%2Fstory%2Fchicago%2F12%3Fa%3Db");
    const { body } = await send("GET", String(location));
    expect(body).toContain('data-to="/story/chicago/12?a=b"');
    for (const to of ["//evil.example", "https://evil.example", "/\\evil.example", "/stories@evil.example", "/api/me"])
      expect((await send("GET", `/sign-in?to=${encodeURIComponent(to)}`)).body, to).toContain('data-to="/stories"');
  });

  it("signs in by a link that a mail scanner has opened, once, in a cookie for its host alone", async () => {
    const link = await desk.addPerson("Ada Moss", "publisher");
    for (let time = 0; time < 2; time++) expect((await send("GET", link)).body).toContain("Sign in as Ada Moss");
    const { status, headers } = await post(link);
    expect([status, headers.location]).toEqual([303, "/account"]);
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^__Host-session=[0-9a-f]{64}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect((await post(link)).status).toBe(410);
    expect((await send("GET", link)).status).toBe(410);
    const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    // With HTTPS, a person who signs in with a link must first add a passkey. Until then, only the account page opens.
    expect((await send("GET", "/account", { cookie })).body).toContain('<div id="desk">');
    expect(JSON.parse((await send("GET", "/api/account", { cookie })).body).needsPasskey).toBe(true);
    expect((await send("GET", "/stories", { cookie })).headers.location).toBe("/account");
    expect((await send("GET", "/api/chicago/stories?list=mine", { cookie })).status).toBe(403);
    const bare = cookie.replace("__Host-", "");
    expect((await send("GET", "/account", { cookie: bare })).headers.location).toBe("/sign-in?to=%2Faccount");
    expect((await post("/sign-out", {}, { cookie })).headers.location).toBe("/sign-in");
    expect((await send("GET", "/account", { cookie })).headers.location).toBe("/sign-in?to=%2Faccount");
  });

  it("refuses changing requests of other sites, and those that do not say where they come from", async () => {
    const link = await desk.addPerson("Ben Cole", "writer");
    const refused: [string, Record<string, string>][] = [
      ["neither header", {}],
      ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
      ["another host of the site", { "sec-fetch-site": "same-site", origin: "https://www.example.org" }],
      ["an opaque origin", { origin: "null" }],
      ["a forged origin", { "sec-fetch-site": "cross-site", origin: ORIGIN }],
      ["another origin", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }],
      ["the public origin", { origin: desk.site.url }],
    ];
    for (const [name, headers] of refused) expect((await send("POST", link, headers)).status, name).toBe(403);
    expect((await send("GET", "/sign-in", { host: "evil.example" })).status).toBe(421);
    await desk.site.logs((log) => log.split('"status":403').length > refused.length);
    expect(desk.site.written()).toContain('"origin":"https://evil.example","msg":"desk: request refused"');
    expect(desk.site.written()).not.toContain(link);
    expect((await send("POST", link, { origin: ORIGIN })).status).toBe(303);
  });

  it("does nothing without a session, with an ended one, or with another person's", async () => {
    const cookie = await signIn(await desk.addPerson("Cy Dunn", "writer"));
    const other = await signIn(await desk.addPerson("Dee Diaz", "writer"));
    const sessions = () => queryStore<{ id: number }>(desk.storeUrl, sql`select id from sessions order by id desc`);
    const [newest] = await sessions();
    const json = { ...OWN, "content-type": "application/json" };
    const response = JSON.stringify({ id: "unknown", response: {} });
    const add = (headers: Record<string, string>, body: string) =>
      send("POST", "/api/account/passkeys", { ...json, ...headers }, body);
    expect((await send("POST", "/api/account/passkeys/options", json)).status).toBe(401);
    expect((await add({ cookie: `__Host-session=${"0".repeat(64)}` }, response)).status).toBe(401);
    expect((await add({ cookie }, "no JSON")).status).toBe(400);
    for (const body of ["{}", response]) expect((await add({ cookie }, body)).status, body).toBe(422);
    expect((await send("POST", "/api/account/prove", { ...json, cookie }, response)).status).toBe(422);
    expect((await send("DELETE", "/api/account/passkeys/abc", { ...OWN, cookie })).headers["x-proof"]).toBe("needed");
    await send("DELETE", `/api/account/sessions/${newest?.id}`, { ...OWN, cookie });
    expect((await send("GET", "/account", { cookie: other })).status).toBe(200);
    await desk.run("people", "end-sessions", "Dee Diaz");
    expect((await send("GET", "/api/account", { cookie: other })).status).toBe(401);
    for (const path of ["/stories", "/stories/chicago/mine", "/account"])
      expect((await send("GET", path)).headers.location, path).toBe(`/sign-in?to=${encodeURIComponent(path)}`);
  });

  it("signs in by a mailed code, and answers alike for unknown addresses", async () => {
    await desk.addPerson("Eve One", "editor", "--email", "eve@one.example");
    const known = await post("/sign-in/code", { email: "eve@one.example" });
    const unknown = await post("/sign-in/code", { email: "eva@one.example" });
    const withoutSecrets = ({ status, body }: Answer, email: string) => [
      status,
      body.replaceAll(email, "").replace(/value="\w{64}"/, ""),
    ];
    expect(withoutSecrets(known, "eve@one.example")).toEqual(withoutSecrets(unknown, "eva@one.example"));
    const mail = await readUntil(
      async () => mailHost.mails[0],
      (received) => received !== undefined,
    );
    expect(mail?.to).toEqual(["eve@one.example"]);
    const [, code = ""] = /^([A-Z2-9]{4} [A-Z2-9]{4})\r?$/m.exec(mail?.source ?? "") ?? [];
    const [, request = ""] = /name="request" value="(\w+)"/.exec(known.body) ?? [];
    const wrong = await post("/sign-in/code/check", { request, email: "eve@one.example", code: "AAAA AAAA" });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain("This code is wrong, or no longer valid.");
    const right = await post("/sign-in/code/check", {
      request,
      email: "eve@one.example",
      code,
      to: "/story/chicago/7",
    });
    expect(right.headers.location).toBe("/story/chicago/7");
    const cookie = right.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect((await send("GET", "/stories", { cookie })).status).toBe(200);
    expect((await send("GET", "/nowhere", { cookie })).status).toBe(404);
    expect((await send("GET", "/api/nowhere/stories?list=mine", { cookie })).status).toBe(404);
    expect(mailHost.mails).toHaveLength(1);

    // A passkey can be added only soon after sign-in, so a person who finds the browser open later can't add one.
    const addPasskey = async () =>
      (await send("POST", "/api/account/passkeys/options", { ...OWN, "content-type": "application/json", cookie }))
        .status;
    expect(await addPasskey()).toBe(200);
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000).toISOString();
    await queryStore(desk.storeUrl, sql`update sessions set created_at = ${elevenMinutesAgo} where method = 'code'`);
    expect(await addPasskey()).toBe(403);

    // The desk's application requests JSON, so that the browser loads no new page.
    const accept = { accept: "application/json" };
    const asked = await post("/sign-in/code", { email: "eve@one.example" }, accept);
    expect(JSON.parse(asked.body)).toEqual({ request: expect.stringMatching(/^\w{64}$/) });
    const refused = await post("/sign-in/code/check", { ...JSON.parse(asked.body), code: "AAAA AAAA" }, accept);
    expect([refused.status, refused.body]).toEqual([422, expect.stringMatching(/^This code is wrong/)]);
  });

  it("refuses bodies that are too large, and further attempts after 60 in ten minutes", async () => {
    expect((await post("/sign-in/code", { email: "a".repeat(200_000) })).status).toBe(413);
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 60; attempt++)
      statuses.add((await send("POST", "/sign-in/passkey", OWN, "no JSON")).status);
    expect(statuses).toEqual(new Set([422, 429]));
    expect((await send("GET", "/sign-in")).status).toBe(200);
  });
});
