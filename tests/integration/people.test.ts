import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../server/people/capabilities.ts";
import { createFirstLink } from "../../server/people/firstLink.ts";
import { addPerson, changeRole, removePerson } from "../../server/people/people.ts";
import { endOwnSession, findSession, listSessions } from "../../server/people/sessions.ts";
import { createSignInCode, signInByCode } from "../../server/people/signInCodes.ts";
import { findPersonOfLink, signInByLink } from "../../server/people/signInLinks.ts";
import { listRoles, type Person } from "../../server/store/people/people.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { temporaryFolder } from "../support/site.ts";
import { queryStore, storeUrlIn, withStore } from "../support/stores.ts";

const EDITION = "chicago";
const NOW = "2026-11-26T12:00:00.000Z";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let url: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  url = storeUrlIn(folder.path);
  env = { DATABASE_URL: url, EDITIONS_DIR: editions, DESK_URL: "https://desk.example.org" };
  expect((await broadsheet(["migrate"], env)).status).toBe(0);
});

afterAll(() => folder?.remove());

async function people(...args: string[]) {
  const { status, output } = await broadsheet(["people", ...args, "--as", "Operator"], env);
  return { status, output };
}

/** Adds a person, and returns the token of the printed link. */
async function add(name: string, role: string, ...options: string[]): Promise<string> {
  const { status, output } = await people("add", name, "--role", role, ...options);
  expect(status, output).toBe(0);
  const [, token = ""] = /within 24 hours at https:\/\/desk\.example\.org\/link\/([0-9a-f]{64})\n$/.exec(output) ?? [];
  return token;
}

const later = (milliseconds: number, from = NOW) => new Date(Date.parse(from) + milliseconds).toISOString();
const now = () => new Date().toISOString();
const listLog = () =>
  queryStore<{ editor: string; action: string; after: string | null }>(
    url,
    sql`select editor, action, "after" from editor_log order by id`,
  );

describe("the first link", () => {
  it("is for a publisher of all editions, until somebody signs in or is added", async () => {
    await withStore(url, async (database) => {
      const create = () => createFirstLink(database, [EDITION, "lagos"], now());
      const [first, second] = [await create(), await create()];
      const context = { database, now: now(), browser: "" };
      expect(await signInByLink(context, first ?? "")).toBeUndefined();
      const signedIn = await signInByLink(context, second ?? "");
      expect([...(await listRoles(database, signedIn?.person.id ?? 0)).values()]).toEqual(["publisher", "publisher"]);
      expect(await create()).toBeNull();
      const edit = (edition: string) => {
        return { database, edition, actor: { isOperator: true, name: "Operator" } as const, now: now() };
      };
      for (const edition of [EDITION, "lagos"]) await removePerson(edit(edition), "Publisher");
      await addPerson(edit("lagos"), { name: "Zoe Roe", role: "publisher", email: null });
      expect(await create()).toBeNull();
      await removePerson(edit("lagos"), "Zoe Roe");
      await database.deleteFrom("editor_log").execute();
    });
  });
});

describe("npx broadsheet people", () => {
  it("adds, lists, changes and removes people, and logs who did it", async () => {
    expect(await people("list")).toEqual({
      status: 0,
      output: "Nobody may sign in for chicago. people add NAME --role publisher adds a person.\n",
    });
    await add("Ada Moss", "publisher", "--email", "Ada@Moss.example");
    await add("Ben Cole", "writer");
    expect((await people("role", "Ben Cole", "editor")).output).toBe("Ben Cole is editor of chicago.\n");
    expect((await people("list")).output).toMatch(
      /^name +role +mail address +passkeys +last seen\nAda Moss +publisher +ada@moss\.example +0 +-\nBen Cole +editor +- +0 +-\n$/,
    );
    expect((await people("remove", "Ben Cole")).status).toBe(0);
    expect((await people("list")).output).not.toContain("Ben");
    const log = await listLog();
    expect(log.map(({ action }) => action)).toEqual([
      ...["add person", "create link", "add person", "create link", "change role", "remove person"],
    ]);
    expect(new Set(log.map(({ editor }) => editor))).toEqual(new Set(["Operator"]));
  });

  it.each([
    [["add", "Ada Moss", "--role", "writer"], "Ada Moss is already a person of chicago."],
    [["add", "Cy Dunn", "--role", "writer", "--email", "ADA@moss.example"], "belongs to Ada Moss."],
    [["add", "Cy Dunn", "--role", "chief"], 'There is no role "chief"; the roles are writer, editor, publisher.'],
    [["add", "Cy Dunn", "--role", "writer", "--email", "cy"], '"cy" is not an email address.'],
    [["add", " ", "--role", "writer"], "A name has 1 to 100 characters."],
    [
      ["role", "Ada Moss", "writer"],
      "Ada Moss is the last publisher of chicago. Make somebody else a publisher first.",
    ],
    [["link", "Nobody"], "chicago has no person named Nobody."],
  ])("rejects people %j", async (args, reason) => {
    const { status, output } = await people(...args);
    expect(status).toBe(1);
    expect(output).toContain(reason);
  });

  it("resets a person who lost a device", async () => {
    const token = await add("Dee Diaz", "editor");
    await withStore(url, async (database) => {
      const signedIn = await signInByLink({ database, now: now(), browser: "" }, token);
      expect(await findSession(database, signedIn?.token ?? "", now())).toBeDefined();
      const { output } = await people("reset", "Dee Diaz");
      expect(output).toMatch(/^All sessions and passkeys of Dee Diaz have ended\.\nDee Diaz signs in once/);
      expect(await findSession(database, signedIn?.token ?? "", now())).toBeUndefined();
    });
  });
});

describe("one-time links", () => {
  it("sign in once, and are stored as hashes", async () => {
    const token = await add("Eve One", "writer");
    await withStore(url, async (database) => {
      expect((await findPersonOfLink(database, token, now()))?.name).toBe("Eve One");
      const context = { database, now: now(), browser: "Test" };
      const results = await Promise.all([signInByLink(context, token), signInByLink(context, token)]);
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await findPersonOfLink(database, token, now())).toBeUndefined();
    });
    const rows = await queryStore(url, sql`select token_hash from sign_in_links union select token_hash from sessions`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await listLog())).not.toContain(token);
  });

  it("expire after 24 hours, and end with a new link", async () => {
    const first = await add("Eve Two", "writer");
    await people("link", "Eve Two");
    const third = await people("link", "Eve Two");
    const token = /link\/(\w+)/.exec(third.output)?.[1] ?? "";
    await withStore(url, async (database) => {
      const context = { database, now: now(), browser: "" };
      expect(await signInByLink(context, first)).toBeUndefined();
      expect(await signInByLink({ ...context, now: later(DAY_MS + MINUTE_MS, now()) }, token)).toBeUndefined();
      expect(await signInByLink(context, "")).toBeUndefined();
    });
  });
});

describe("sessions", () => {
  it("end 30 days after their last use, and 90 days after their start", async () => {
    const token = await add("Fay One", "writer");
    await withStore(url, async (database) => {
      const start = now();
      const signedIn = await signInByLink({ database, now: start, browser: "" }, token);
      const isActive = async (days: number) => {
        const at = later(days * DAY_MS, start);
        return (await findSession(database, signedIn?.token ?? "", at)) !== undefined;
      };
      expect(await isActive(31)).toBe(false);
      expect(await isActive(29)).toBe(true);
      expect(await isActive(58)).toBe(true);
      expect(await isActive(87)).toBe(true);
      expect(await isActive(91)).toBe(false);
    });
  });

  it("are listed, and ended one by one by their person only", async () => {
    const tokens = [await add("Gus One", "writer"), await add("Hal One", "writer")];
    await withStore(url, async (database) => {
      const start = now();
      const [gus, hal] = await Promise.all(
        tokens.map((token) => signInByLink({ database, now: start, browser: "Firefox" }, token)),
      );
      const [session] = await listSessions(database, gus?.person.id ?? 0, start);
      expect(session).toMatchObject({ method: "link", browser: "Firefox", created_at: start });
      expect(await endOwnSession(database, hal?.person as Person, session?.id ?? 0, start)).toBe(false);
      expect(await findSession(database, gus?.token ?? "", start)).toBeDefined();
      expect(await endOwnSession(database, gus?.person as Person, session?.id ?? 0, start)).toBe(true);
      expect(await findSession(database, gus?.token ?? "", start)).toBeUndefined();
      expect(await findSession(database, hal?.token ?? "", start)).toBeDefined();
      await people("remove", "Hal One");
      expect(await findSession(database, hal?.token ?? "", start)).toBeUndefined();
    });
  });
});

describe("codes by mail", () => {
  const browser = "";

  it("sign in the window that asked, once, within ten minutes and five tries", async () => {
    await add("Ida One", "writer", "--email", "ida@one.example");
    await withStore(url, async (database) => {
      const ask = () => createSignInCode({ database, now: NOW }, " Ida@One.example ", "198.51.100.1");
      const [first, second, third] = [await ask(), await ask(), await ask()];
      const code = first.mail?.code ?? "";
      expect(first.mail).toEqual({
        email: "ida@one.example",
        name: "Ida One",
        code: expect.stringMatching(/^[A-Z2-9]{8}$/),
      });
      const context = { database, now: later(9 * MINUTE_MS), browser };
      expect(await signInByCode(context, second.request, code)).toBeUndefined();
      const typed = `${code.slice(0, 4)} ${code.slice(4).toLowerCase()}`;
      expect((await signInByCode(context, first.request, typed))?.person.name).toBe("Ida One");
      expect(await signInByCode(context, first.request, code)).toBeUndefined();
      for (let attempt = 0; attempt < 4; attempt++) await signInByCode(context, second.request, "WRONG222");
      expect(await signInByCode(context, second.request, second.mail?.code ?? "")).toBeUndefined();
      const late = { ...context, now: later(11 * MINUTE_MS) };
      expect(await signInByCode(late, third.request, third.mail?.code ?? "")).toBeUndefined();
    });
  });

  it("answer alike for unknown addresses, for too many codes, and where publishers switched them off", async () => {
    await add("Jo One", "writer", "--email", "jo@one.example");
    await withStore(url, async (database) => {
      const ask = (email: string, client: string) => createSignInCode({ database, now: NOW }, email, client);
      const silent = { request: expect.stringMatching(/^[0-9a-f]{64}$/), mail: null };
      expect(await ask("nobody@one.example", "198.51.100.2")).toEqual(silent);
      const answers = [];
      for (let time = 0; time < 6; time++) answers.push(await ask("jo@one.example", `198.51.100.${time + 3}`));
      expect(answers.map(({ mail }) => mail !== null)).toEqual([true, true, true, true, true, false]);
      await people("codes", "off");
      const context = { database, now: later(2 * 60 * MINUTE_MS) };
      expect(await createSignInCode(context, "jo@one.example", "198.51.100.9")).toEqual(silent);
      await people("codes", "on");
      expect((await createSignInCode(context, "jo@one.example", "198.51.100.9")).mail).not.toBeNull();
    });
  });
});

describe("roles", () => {
  it("let only publishers of the edition change its people, and keep the last publisher", async () => {
    await withStore(url, async (database) => {
      const edit = (actor: Actor, edition = EDITION) => ({ database, edition, actor, now: NOW });
      const actors = new Map<string, Actor>();
      for (const role of ["writer", "editor", "publisher"] as const) {
        const operator: Actor = { isOperator: true, name: "Operator" };
        const person = await addPerson(edit(operator, "lagos"), { name: `Kim ${role}`, role, email: null });
        const roles = await listRoles(database, person.id);
        actors.set(role, { isOperator: false, name: person.name, personId: person.id, roles });
      }
      const publisher = actors.get("publisher") as Actor;
      for (const role of ["writer", "editor"])
        await expect(removePerson(edit(actors.get(role) as Actor, "lagos"), "Kim writer")).rejects.toThrow(
          `Kim ${role} may not manage people in lagos.`,
        );
      await expect(changeRole(edit(publisher), "Ada Moss", "writer")).rejects.toThrow(
        "may not manage people in chicago",
      );
      await expect(removePerson(edit(publisher, "lagos"), "Kim publisher")).rejects.toThrow(
        "the last publisher of lagos",
      );
      await changeRole(edit(publisher, "lagos"), "Kim editor", "publisher");
      await removePerson(edit(publisher, "lagos"), "Kim publisher");
    });
  });
});
