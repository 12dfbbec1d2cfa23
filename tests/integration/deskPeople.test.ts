import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { InvitationAnswer, PersonRow } from "../../server/desk/api/apiTypes.ts";
import { type DeskSite, startDeskSite } from "../support/desk.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { queryStore } from "../support/stores.ts";

let mailHost: MailHost;
let desk: DeskSite;
/** Session cookies of publishers: of chicago, of lagos, and of both. */
let ada: string;
let lola: string;
let both: string;

beforeAll(async () => {
  mailHost = await startMailHost();
  desk = await startDeskSite({ SMTP_URL: mailHost.url }, "es");
  ada = await signIn(await desk.addPerson("Ada Moss", "publisher", "--email", "ada@moss.example"));
  lola = await signIn(await desk.addPerson("Lola Paz", "publisher", "--edition", "lagos"));
  await desk.addPerson("Bo Both", "publisher");
  both = await signIn(await desk.addPerson("Bo Both", "publisher", "--edition", "lagos"));
});

afterAll(async () => {
  await desk?.stop();
  await mailHost?.close();
});

async function signIn(path: string): Promise<string> {
  const { status, headers } = await fetch(desk.url + path, {
    method: "POST",
    headers: { origin: desk.url },
    redirect: "manual",
  });
  expect(status).toBe(303);
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

function call(cookie: string, method: string, path: string, body?: object): Promise<Response> {
  const headers = { cookie, origin: desk.url, "content-type": "application/json" };
  return fetch(`${desk.url}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function list(cookie = ada, edition = "chicago"): Promise<PersonRow[]> {
  return (await call(cookie, "GET", `${edition}/people`)).json() as Promise<PersonRow[]>;
}

async function find(name: string): Promise<PersonRow> {
  const person = (await list()).find((known) => known.name === name);
  if (!person) throw new Error(`There is no ${name}.`);
  return person;
}

async function invite(cookie: string, body: object, edition = "chicago"): Promise<InvitationAnswer> {
  const response = await call(cookie, "POST", `${edition}/people`, body);
  expect(response.status).toBe(200);
  return response.json() as Promise<InvitationAnswer>;
}

/** Returns the recipients and the decoded text of the newest mail. */
function readMail() {
  const { to = [], source = "" } = mailHost.mails.at(-1) ?? {};
  const text = source.replaceAll("=\r\n", "").replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => {
    return Buffer.from(bytes.replaceAll("=", ""), "hex").toString();
  });
  return { to, text };
}

const HOUR_MS = 60 * 60_000;

it("mails an invitation whose link works for 72 hours, and shows the link of a person without an address", async () => {
  const answer = await invite(ada, { name: "Cy Dunn", email: "Cy@Dunn.example", role: "writer" });
  expect(answer).toMatchObject({ mailedTo: "cy@dunn.example", link: null, isMailFailed: false });
  const { to, text } = readMail();
  expect(to).toEqual(["cy@dunn.example"]);
  expect(text).toContain(
    "Ada Moss has invited you to the desk of The Chicago Meridian, where its newsroom works, as a writer.",
  );
  const [, link = ""] = new RegExp(`\r\n${desk.url}(/link/[0-9a-f]{64})\r\n`).exec(text) ?? [];
  const { invitedUntil, lastSeenAt } = await find("Cy Dunn");
  const hours = (Date.parse(invitedUntil ?? "") - Date.now()) / HOUR_MS;
  expect([hours > 71, hours <= 72, lastSeenAt]).toEqual([true, true, null]);
  await signIn(link);
  expect((await find("Cy Dunn")).invitedUntil).toBeNull();

  const shown = await invite(ada, { name: "Di Fox", email: null, role: "editor" });
  expect(shown).toMatchObject({ mailedTo: null, link: expect.stringMatching(`^${desk.url}/link/[0-9a-f]{64}$`) });
  const [row] = await queryStore<{ count: number }>(
    desk.storeUrl,
    sql`select count(*) as count from editor_log where editor = 'Ada Moss' and action = 'add person'`,
  );
  expect(Number(row?.count)).toBe(2);
});

it("shows the link if the mail server does not take the mail", async () => {
  mailHost.reject("gone@moss.example");
  const answer = await invite(ada, { name: "Eve Gone", email: "gone@moss.example", role: "writer" });
  expect(answer).toMatchObject({ mailedTo: null, link: expect.stringContaining("/link/"), isMailFailed: true });
  await signIn(new URL(answer.link ?? "").pathname);
});

it("invites in the edition's language, from the command line too", async () => {
  const options = ["--email", "gus@paz.example", "--invite", "--edition", "lagos", "--as", "Lola Paz"];
  expect(await desk.run("people", "add", "Gus Paz", "--role", "editor", ...options)).toBe(
    "Mailed to gus@paz.example: Gus Paz signs in once within 72 hours.\n",
  );
  const { to, text } = readMail();
  expect(to).toEqual(["gus@paz.example"]);
  expect(text).toContain("Lola Paz te invitó a la mesa de redacción de Lagos Ledger");
  expect(text).toContain("durante 72 horas");
});

it("ends sessions and passkeys of a person who lost a device, and mails what was done", async () => {
  const cookie = await signIn(await desk.addPerson("Flo Ray", "writer", "--email", "flo@ray.example"));
  const { id } = await find("Flo Ray");
  await queryStore(
    desk.storeUrl,
    sql`insert into passkeys (id, person_id, public_key, uses, transports, created_at)
      values ('lost', ${id}, ${Buffer.from("key")}, 0, '[]', '2026-11-26T12:00:00.000Z')`,
  );
  expect((await find("Flo Ray")).passkeys).toBe(1);
  const response = await call(ada, "POST", `chicago/people/${id}/reset`, { isLinkMailed: false });
  const { link, mailedTo } = (await response.json()) as InvitationAnswer;
  expect([mailedTo, (await find("Flo Ray")).passkeys]).toEqual([null, 0]);
  expect((await call(cookie, "GET", "me")).status).toBe(401);
  expect(readMail().to).toEqual(["flo@ray.example"]);
  expect(readMail().text).toContain("Ada Moss has reset your sign-in");
  expect(readMail().text).not.toContain("/link/");
  await signIn(new URL(link ?? "").pathname);
  await call(ada, "POST", `chicago/people/${id}/reset`, { isLinkMailed: true });
  expect(readMail().text).toMatch(/\/link\/[0-9a-f]{64}\r\n/);
  const own = await call(ada, "POST", `chicago/people/${(await find("Ada Moss")).id}/reset`, { isLinkMailed: false });
  expect([own.status, await own.text()]).toEqual([422, expect.stringContaining("Only another publisher")]);
});

it("lets a publisher of one edition not take over the sign-in of a person of another one", async () => {
  const { id } = (await list(lola, "lagos")).find(({ name }) => name === "Bo Both") ?? {};
  const refused = await call(lola, "POST", `lagos/people/${id}/reset`, { isLinkMailed: false });
  expect([refused.status, await refused.text()]).toEqual([
    403,
    "Lola Paz may not manage people in The Chicago Meridian.",
  ]);
  // A publisher of only lagos may not add Ada: a role in lagos would keep chicago's publishers from resetting Ada's
  // sign-in. All responses are the same, so that they do not reveal which addresses people have.
  for (const person of [
    { name: "Ada Moss", email: "ada@moss.example" },
    { name: "Ada Moss", email: null },
    { name: "Zed Low", email: "ada@moss.example" },
  ]) {
    const added = await call(lola, "POST", "lagos/people", { ...person, role: "writer" });
    expect([added.status, await added.text()]).toEqual([
      422,
      expect.stringMatching(/^Somebody of another edition has/),
    ]);
  }
  // A publisher of both editions may give Ada a role in lagos, but gets no link to sign in as Ada.
  const answer = await invite(both, { name: "Ada Moss", email: "ada@moss.example", role: "writer" }, "lagos");
  expect(answer).toMatchObject({ mailedTo: null, link: null });
  expect(readMail().text).not.toContain("/link/");
  expect((await call(both, "GET", "me")).status).toBe(200);
});

it("keeps the last publisher, and changes roles by edition", async () => {
  const bo = (await list(lola, "lagos")).find(({ name }) => name === "Bo Both");
  expect((await call(lola, "PUT", `lagos/people/${bo?.id}`, { role: "writer" })).status).toBe(200);
  expect((await call(both, "GET", "lagos/people")).status).toBe(403);
  expect((await call(both, "GET", "chicago/people")).status).toBe(200);
  const self = (await list(lola, "lagos")).find(({ name }) => name === "Lola Paz");
  for (const [method, body] of [["DELETE"], ["PUT", { role: "editor" }]] as const) {
    const response = await call(lola, method, `lagos/people/${self?.id}`, body);
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining("is the last publisher")]);
  }
  expect((await call(lola, "DELETE", `lagos/people/${bo?.id}`)).status).toBe(200);
  expect((await call(lola, "DELETE", `lagos/people/${bo?.id}`)).status).toBe(404);
  expect((await call(both, "GET", "lagos/people")).status).toBe(404);
});

it("asks for a passkey again after ten minutes, and lets publishers switch codes by mail off", async () => {
  const setProved = (at: string | null) =>
    queryStore(
      desk.storeUrl,
      sql`update sessions set proved_at = ${at} where person_id in (select id from people where name = 'Ada Moss')`,
    );
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const { id } = await find("Ada Moss");
  const setCodes = (isAllowed: boolean) => call(ada, "PUT", "chicago/mail-codes", { isAllowed });
  await queryStore(
    desk.storeUrl,
    sql`insert into passkeys (id, person_id, public_key, uses, transports, created_at)
      values ('ada', ${id}, ${Buffer.from("key")}, 0, '[]', '2026-11-26T12:00:00.000Z')`,
  );
  for (const at of [null, minutesAgo(11)]) {
    await setProved(at);
    const refused = await setCodes(false);
    expect([refused.status, refused.headers.get("x-proof")]).toEqual([403, "needed"]);
  }
  expect(await (await call(ada, "GET", "chicago/mail-codes")).json()).toEqual({ isAllowed: true });
  await setProved(minutesAgo(9));
  expect(await (await setCodes(false)).json()).toEqual({ isAllowed: false });
  expect(await (await setCodes(true)).json()).toEqual({ isAllowed: true });
});
