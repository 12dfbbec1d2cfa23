import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoryEntry, Me, SaveAnswer, StoryRow, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { type Publication, publishCopy } from "../../server/stories/publishCopy.ts";
import { type DeskSite, startDeskSite } from "../support/desk.ts";
import { readUntil } from "../support/readUntil.ts";
import { queryStore, withStore } from "../support/stores.ts";

let desk: DeskSite;
/** Session cookies of two writers, an editor and a publisher. */
let ben: string;
let cy: string;
let eve: string;
let ada: string;
let keys = 0;
let isStopped = false;

beforeAll(async () => {
  desk = await startDeskSite();
  ben = await signIn("Ben Cole", "writer");
  cy = await signIn("Cy Dunn", "writer");
  eve = await signIn("Eve One", "editor");
  ada = await signIn("Ada Moss", "publisher");
});

afterAll(() => (isStopped ? undefined : desk?.stop()));

async function signIn(name: string, role: string): Promise<string> {
  const link = await desk.addPerson(name, role);
  const response = await fetch(desk.url + link, { method: "POST", headers: { origin: desk.url }, redirect: "manual" });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

interface Sent {
  method?: string;
  json?: unknown;
}

async function send(cookie: string, path: string, { method, json }: Sent = {}): Promise<Response> {
  return fetch(`${desk.url}/api/${path}`, {
    method: method ?? (json === undefined ? "GET" : "POST"),
    headers: { cookie, origin: desk.url, "content-type": "application/json" },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
}

async function read<Body>(cookie: string, path: string, sent?: Sent): Promise<Body> {
  const response = await send(cookie, `chicago/${path}`, sent);
  expect(response.status, response.ok ? "" : await response.clone().text()).toBe(200);
  return (await response.json()) as Body;
}

const createKey = () => `key-of-test-${++keys}`;

async function createStory(cookie: string): Promise<number> {
  return (await read<{ id: number }>(cookie, "stories", { json: { key: createKey() } })).id;
}

const readStory = (cookie: string, id: number) => read<StoryView>(cookie, `stories/${id}`);

interface Save {
  baseRevision: number;
  content: Partial<CopyContent>;
  key?: string;
  base?: Partial<CopyContent>;
}

const save = (cookie: string, id: number, { key = createKey(), ...rest }: Save) =>
  read<SaveAnswer>(cookie, `stories/${id}/copy`, { method: "PUT", json: { key, ...rest } });

/** Creates a story and saves its first content, which is revision 1 of its working copy. */
async function write(cookie: string, content: Partial<CopyContent>): Promise<number> {
  const id = await createStory(cookie);
  await save(cookie, id, { baseRevision: 0, content: { sections: ["local"], ...content } });
  return id;
}

/** Publishes a story directly in the store, without an HTTP request. `publication` replaces default values. */
async function publish(id: number, publication: Partial<Publication> & { revision: number }, person = "Eve One") {
  const me = await send(eve, "me").then((response) => response.json() as Promise<Me>);
  const [mine] = me.editions;
  if (!mine) throw new Error("no edition");
  const edition = { ...mine, samplesBySlug: new Map(), sections: mine.sections } as never;
  const actor = {
    isOperator: false as const,
    name: person,
    personId: 1,
    roles: new Map([["chicago", "editor" as const]]),
  };
  const rest = { key: createKey(), at: null, change: null, alert: null, ...publication };
  return withStore(desk.storeUrl, (database) =>
    publishCopy({ database, edition, actor, now: new Date().toISOString() }, id, rest),
  );
}

describe("the desk's stories", () => {
  it("tells people who they are, and what they may do in which edition", async () => {
    const me = (await (await send(ben, "me")).json()) as Me;
    expect(me).toMatchObject({ name: "Ben Cole", email: null });
    expect(me.editions).toMatchObject([
      { id: "chicago", role: "writer", capabilities: ["write own drafts", "add images", "submit"] },
    ]);
    expect((await send(ben, "nowhere/stories?list=mine")).status).toBe(404);
    expect((await send(ben, "chicago/stories?list=secret")).status).toBe(422);
    expect((await send(ben, "chicago/stories/12345678")).status).toBe(404);
    expect((await send(ben, "chicago/stories/ferry")).status).toBe(404);
  });

  it("keeps a draft's text in a copy, with an address that follows its title", async () => {
    const key = createKey();
    const { id } = await read<{ id: number }>(ben, "stories", { json: { key } });
    expect(await read(ben, "stories", { json: { key } })).toEqual({ id });
    const empty = await readStory(ben, id);
    expect(empty).toMatchObject({ state: "draft", slug: "untitled-story", version: 1, published: null });
    expect(empty.copy).toMatchObject({ revision: 0, content: { title: "", sections: [], body: "" } });
    const first = await save(ben, id, { baseRevision: 0, content: { title: "Ferry returns", body: "It sails." } });
    expect(first).toEqual({ revision: 1, savedAt: expect.any(String), merged: null });
    // Saving the same text again adds no revision.
    const same = { title: "Ferry returns", body: "It sails." };
    expect(await save(ben, id, { baseRevision: 1, content: same })).toEqual(first);
    const view = await readStory(ben, id);
    expect(view).toMatchObject({ slug: "ferry-returns", copySlug: "ferry-returns", version: 1, isChanged: false });
    expect(view.url).toMatch(/\/article\/ferry-returns$/);
    expect(view.copy).toMatchObject({ revision: 1, savedBy: "Ben Cole", content: { body: "It sails." } });
    expect((await fetch(`${desk.site.url}/article/ferry-returns`)).status).toBe(404);
  });

  it("answers a repeated save as the first time, and merges changes of different blocks and fields", async () => {
    const id = await write(eve, { title: "Pier", body: "One.\n\nTwo.\n\nThree." });
    const key = createKey();
    const content = { title: "Pier", sections: ["local"], deck: "Dusk", body: "One!\n\nTwo.\n\nThree." };
    const mine = await save(eve, id, { baseRevision: 1, content, key });
    expect(mine.merged).toBeNull();
    const other = await save(ada, id, {
      baseRevision: 1,
      content: { title: "The pier", sections: ["local"], body: "One.\n\nTwo.\n\nThree!" },
    });
    expect(other).toMatchObject({ revision: 3, merged: { by: ["Eve One"], conflicts: [], fieldConflicts: [] } });
    expect(other.merged?.content).toMatchObject({ title: "The pier", deck: "Dusk", body: "One!\n\nTwo.\n\nThree!" });
    expect(await save(eve, id, { baseRevision: 1, content, key })).toEqual(mine);
    const both = { title: "A pier", sections: ["local"], deck: "Dusk", body: "One!\n\nTwo?\n\nThree!" };
    await save(eve, id, { baseRevision: 3, content: both });
    const conflicting = { ...both, title: "Piers", body: "One!\n\nZwei.\n\nThree!" };
    const repeated = createKey();
    const merged = await save(ada, id, { baseRevision: 3, content: conflicting, key: repeated });
    expect(merged.merged).toMatchObject({
      conflicts: [{ ours: "Zwei.", theirs: "Two?" }],
      fieldConflicts: ["title"],
      content: { title: "Piers", body: "One!\n\nZwei.\n\nTwo?\n\nThree!" },
    });
    expect(await save(ada, id, { baseRevision: 3, content: conflicting, key: repeated })).toEqual(merged);
    const used = { method: "PUT", json: { key: repeated, baseRevision: 5, content: {} } };
    expect((await send(eve, `chicago/stories/${id}/copy`, used)).status).toBe(409);
  });

  it("asks for the text from which a save was made if it is no longer known", async () => {
    const id = await write(eve, { title: "Lake", body: "Cold." });
    const base = { title: "Lake", sections: ["local"], body: "Cold." };
    await save(eve, id, { baseRevision: 1, content: { ...base, body: "Cold.\n\nDeep." } });
    await queryStore(desk.storeUrl, sql`delete from story_revisions where story_id = ${id} and revision = 1`);
    const late = { key: createKey(), baseRevision: 1, content: { ...base, body: "Very cold." } };
    expect((await send(ada, `chicago/stories/${id}/copy`, { method: "PUT", json: late })).status).toBe(409);
    const answer = await read<SaveAnswer>(ada, `stories/${id}/copy`, { method: "PUT", json: { ...late, base } });
    expect(answer.merged?.content.body).toBe("Very cold.\n\nDeep.");
  });

  it("takes a text of half a million characters, and refuses more than 4 MB", async () => {
    const id = await createStory(ben);
    const body = "Word ".repeat(100_000);
    expect(await save(ben, id, { baseRevision: 0, content: { title: "Book", body } })).toMatchObject({ revision: 1 });
    const json = { key: createKey(), baseRevision: 1, content: { body: "a".repeat(10_000_000) } };
    const refused = await send(ben, `chicago/stories/${id}/copy`, { method: "PUT", json });
    expect(refused.status).toBe(413);
    const longer = { ...json, content: { body: "a".repeat(500_001) } };
    expect((await send(ben, `chicago/stories/${id}/copy`, { method: "PUT", json: longer })).status).toBe(422);
    const long = { key: createKey(), baseRevision: 1, content: { title: "x".repeat(301), image: { file: "x" } } };
    const named = await send(ben, `chicago/stories/${id}/copy`, { method: "PUT", json: long });
    expect([named.status, await named.text()]).toEqual([422, "The headline is too long: 300 characters at most."]);
    expect((await readStory(ben, id)).copy).toMatchObject({ revision: 1, content: { body } });
  });

  it("lets writers change only their own drafts", async () => {
    const id = await write(ben, { title: "Own", body: "Mine." });
    const change = { method: "PUT", json: { key: createKey(), baseRevision: 1, content: { title: "Taken" } } };
    for (const path of ["", "/history", "/history/revision/1", "/events?window=w"])
      expect((await send(cy, `chicago/stories/${id}${path}`)).status, path).toBe(403);
    expect((await send(cy, `chicago/stories/${id}/copy`, change)).status).toBe(403);
    for (const [path, json] of Object.entries({
      submit: { note: "" },
      comments: { text: "Hm." },
      restore: { kind: "revision", number: 1 },
      history: { revision: 1, name: "Mine" },
      "copy/discard": {},
    }))
      expect((await send(cy, `chicago/stories/${id}/${path}`, { json: { key: createKey(), ...json } })).status).toBe(
        403,
      );
    expect((await send(cy, `chicago/stories/${id}`, { method: "DELETE" })).status).toBe(403);
    const note = { json: { key: createKey(), note: "" } };
    expect((await send(ben, `chicago/stories/${id}/return`, note)).status).toBe(403);
    await publish(id, { revision: 1 });
    expect((await send(ben, `chicago/stories/${id}/copy`, change)).status).toBe(403);
    expect((await readStory(ben, id)).copy.content.title).toBe("Own");
  });

  it("lists, names and restores what was saved, and deletes drafts for good", async () => {
    const id = await write(ben, { title: "Bridge", body: "Old." });
    await save(ben, id, { baseRevision: 1, content: { title: "Bridge", sections: ["local"], body: "New." } });
    const named = await read<HistoryEntry>(ben, `stories/${id}/history`, {
      json: { key: createKey(), revision: 1, name: "Before lunch" },
    });
    expect(named).toMatchObject({ kind: "revision", number: 1, by: "Ben Cole", name: "Before lunch" });
    const history = await read<HistoryEntry[]>(ben, `stories/${id}/history`);
    const entries = history.map(({ kind, number, name }) => [kind, number, name]);
    expect(entries.slice(0, 2)).toEqual([
      ["revision", 2, null],
      ["revision", 1, "Before lunch"],
    ]);
    expect(entries).toContainEqual(["version", 1, null]);
    expect(await read<CopyContent>(ben, `stories/${id}/history/revision/1`)).toMatchObject({ body: "Old." });
    const restore = { json: { key: createKey(), kind: "revision", number: 1 } };
    for (let time = 0; time < 2; time++)
      expect((await read<StoryView>(ben, `stories/${id}/restore`, restore)).copy).toMatchObject({
        revision: 3,
        content: { body: "Old." },
      });
    expect((await send(ben, `chicago/stories/${id}/history/revision/99`)).status).toBe(404);
    expect(await read(ben, `stories/${id}`, { method: "DELETE" })).toEqual({ isDeleted: true });
    expect((await send(ben, `chicago/stories/${id}`)).status).toBe(404);
  });

  it("hands drafts to editors and back, with comments", async () => {
    const id = await createStory(ben);
    const submit = (note: string) => ({ json: { key: createKey(), note } });
    expect((await send(ben, `chicago/stories/${id}/submit`, submit(""))).status).toBe(422);
    await save(ben, id, { baseRevision: 0, content: { title: "Council", body: "It met." } });
    const submitted = await read<StoryView>(ben, `stories/${id}/submit`, submit("Please check the vote."));
    expect(submitted.submission).toMatchObject({ by: "Ben Cole", note: "Please check the vote." });
    const waiting = await read<StoryRow[]>(eve, "stories?list=review");
    expect(await Promise.all([eve, ben].map((cookie) => read(cookie, "to-review")))).toEqual([
      { count: waiting.length },
      { count: 0 },
    ]);
    expect(waiting.map((row) => row.title)).toEqual(["Council"]);
    const comment = { json: { key: createKey(), text: "Who voted?" } };
    await read(eve, `stories/${id}/comments`, comment);
    const commented = await read<StoryView>(eve, `stories/${id}/comments`, comment);
    expect(commented.comments).toMatchObject([{ by: "Eve One", text: "Who voted?", resolvedBy: null }]);
    const resolved = await read<StoryView>(ben, `stories/${id}/comments/${commented.comments[0]?.id}/resolve`, {
      json: { key: createKey() },
    });
    expect(resolved.comments).toMatchObject([{ resolvedBy: "Ben Cole" }]);
    const returned = await read<StoryView>(eve, `stories/${id}/return`, submit("Name them."));
    expect(returned).toMatchObject({ submission: null, state: "draft" });
    expect(returned.comments.map(({ text }) => text)).toEqual(["Who voted?", "Name them."]);
    expect(await read(eve, "stories?list=review")).toEqual([]);
    const history = await read<HistoryEntry[]>(ben, `stories/${id}/history`);
    expect(history.find(({ name }) => name === "Submitted")?.number).toBe(1);
  });

  it("lists stories by state, section, author and words", async () => {
    await write(cy, { title: "Lighthouse", byline: ["Cy Dunn"], topics: ["Coast", "Ships"], body: "Über den Hafen." });
    await write(cy, { title: "Keeper", sections: ["arts"], topics: ["Coast"], body: "Two words" });
    const list = async (cookie: string, query: string) =>
      (await read<StoryRow[]>(cookie, `stories?list=${query}`)).map(({ title }) => title);
    expect(await list(cy, "mine")).toEqual(["Keeper", "Lighthouse"]);
    expect(await list(cy, "drafts")).toEqual(["Keeper", "Lighthouse"]);
    expect(await list(cy, "all")).toEqual(["Keeper", "Lighthouse"]);
    expect((await list(eve, "all")).slice(0, 2)).toEqual(["Keeper", "Lighthouse"]);
    expect(await list(eve, "drafts&author=cy+dunn")).toEqual(["Lighthouse"]);
    expect(await list(eve, "drafts&words=hafen+%C3%BCBER")).toEqual(["Lighthouse"]);
    expect(await list(eve, "drafts&words=topics")).toEqual([]);
    expect(await list(eve, "drafts&section=arts")).toEqual(["Keeper"]);
    expect((await read<StoryRow[]>(cy, "stories?list=mine"))[0]).toMatchObject({ words: 2, savedBy: "Cy Dunn" });
    for (const cookie of [cy, eve])
      expect((await read<string[]>(cookie, "topics")).slice(0, 2)).toEqual(["Coast", "Ships"]);
    // A story whose text is damaged does not hide other stories, even at the command line.
    await queryStore(
      desk.storeUrl,
      sql`update story_revisions set content = '{' || content where content like '%Keeper%'`,
    );
    expect(await list(cy, "mine")).toEqual(["", "Lighthouse"]);
    expect((await read<string[]>(cy, "topics")).slice(0, 2)).toEqual(["Coast", "Ships"]);
    expect(await desk.run("stories", "list")).toMatch(/keeper {2}\(damaged in the store\)\n/);
    await queryStore(
      desk.storeUrl,
      sql`update story_revisions set content = substr(content, 2) where content like '{{%'`,
    );
  });

  it("starts a story with its writer's name in the byline, in the form that the edition's authors have", async () => {
    const readByline = async () => (await readStory(ben, await createStory(ben))).copy.content.byline;
    expect(await readByline()).toEqual(["Ben Cole"]);
    await writeFile(join(desk.folder, "editions/chicago/authors.yaml"), "authors: [{ name: BEN COLE }]\n");
    await readUntil(
      async () => (await send(ben, "me")).text(),
      (me) => me.includes("BEN COLE"),
    );
    expect(await readByline()).toEqual(["BEN COLE"]);
  });

  it("publishes a copy once, and keeps later saves from readers until they are published", async () => {
    const id = await write(eve, { title: "Market opens", body: "It opened." });
    const base = { title: "Market opens", sections: ["local"] };
    await expect(publish(id, { revision: 0 })).rejects.toThrow("changed this story in the meantime");
    const key = createKey();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const alert = { level: "breaking" as const, line: "It is open.", until };
    const first = await publish(id, { key, revision: 1, alert });
    expect(first).toMatchObject({ state: "published", version: 2, slug: "market-opens", updated_at: null });
    expect(await publish(id, { key, revision: 1, alert })).toEqual(first);
    const changedAlert = { ...alert, line: "It is not open." };
    await expect(publish(id, { key, revision: 1, alert: changedAlert })).rejects.toThrow("went through after all");
    const alerts = await queryStore<{ link: string }>(desk.storeUrl, sql`select link from alerts`);
    expect(alerts).toEqual([{ link: "/article/market-opens" }]);
    const readPage = async () => (await fetch(`${desk.site.url}/article/market-opens`)).text();
    await readUntil(readPage, (page) => page.includes("It opened."));
    await save(eve, id, { baseRevision: 1, content: { ...base, body: "It opened late." } });
    const changed = await readStory(eve, id);
    expect(changed).toMatchObject({ isChanged: true, published: { body: "It opened." } });
    expect(await readPage()).not.toContain("It opened late.");
    await expect(publish(id, { revision: 2 })).rejects.toThrow("Say how readers learn of the change");
    const silent = await publish(id, { revision: 2, change: { as: "silent" } });
    expect(silent).toMatchObject({ version: 3, updated_at: null });
    await readUntil(readPage, (page) => page.includes("It opened late."));
    await save(eve, id, { baseRevision: 2, content: { ...base, body: "It opened at noon." } });
    const corrected = await publish(id, { revision: 3, change: { as: "correction", text: "The hour was wrong." } });
    expect(corrected).toMatchObject({ version: 4, updated_at: expect.any(String) });
    expect(await readStory(eve, id)).toMatchObject({ isChanged: false });
    await readUntil(readPage, (page) => page.includes("The hour was wrong."));
    await save(eve, id, { baseRevision: 3, content: { ...base, body: "Wrong." } });
    const discarded = await read<StoryView>(eve, `stories/${id}/copy/discard`, { json: { key: createKey() } });
    expect(discarded).toMatchObject({ isChanged: false, copy: { content: { body: "It opened at noon." } } });
    const log = await queryStore<{ editor: string; action: string }>(
      desk.storeUrl,
      sql`select editor, action from editor_log where subject = ${`story ${id}`} order by id`,
    );
    expect(log.map(({ editor, action }) => `${editor}: ${action}`)).toEqual([
      "Eve One: add",
      "Eve One: publish",
      "Eve One: update silently",
      "Eve One: correct",
      "Eve One: discard changes",
    ]);
  });

  it("says what a copy lacks, and publishes nothing of it", async () => {
    const id = await createStory(eve);
    await save(eve, id, {
      baseRevision: 0,
      content: { canonical: "ferry", sections: ["nowhere"], body: "![](own:media/none)" },
    });
    const faults = await publish(id, { revision: 1 }).catch(({ message }: Error) => message);
    expect(faults).toContain("The story has no headline.");
    expect(faults).toContain("The canonical address must be an http or https address.");
    expect(faults).toContain('The edition has no section "nowhere".');
    await save(eve, id, {
      baseRevision: 1,
      content: { title: "T", sections: ["local"], body: "![](own:media/none)" },
    });
    await expect(publish(id, { revision: 2 })).rejects.toThrow("own:media/none is not in the library");
    await expect(desk.run("stories", "publish", (await readStory(eve, id)).slug)).rejects.toThrow("not in the library");
    expect(await readStory(eve, id)).toMatchObject({ state: "draft", version: 1 });
  });

  it("shows drafts at the command line as they are at the desk, and stores no U+0000", async () => {
    const nul = "\u0000";
    const id = await write(ben, { title: `Gull${nul}s nest`, body: "Under\n\nthe roof." });
    expect(await desk.run("stories", "list", "--state", "draft")).toContain("gulls-nest  Gulls nest");
    expect(await desk.run("stories", "show", "gulls-nest")).toMatch(/title: Gulls nest\n.*the roof\./s);
    const folder = join(desk.folder, "exported");
    await desk.run("stories", "export", folder);
    expect(await readFile(join(folder, "gulls-nest.md"), "utf8")).toContain("Under\n\nthe roof.");
    // The title stays the same, so the update needs no confirmation.
    await desk.run("stories", "update", "gulls-nest", join(folder, "gulls-nest.md"));
    const comment = { json: { key: createKey(), text: `Wh${nul}ere?` } };
    expect((await read<StoryView>(eve, `stories/${id}/comments`, comment)).comments[0]?.text).toBe("Where?");
    expect((await send(eve, "chicago/images/a%00b")).status).toBe(404);
    expect(await desk.run("stories", "history", "gulls-nest")).toMatch(/Eve One {2}comment/);
  });

  it("merges what the command line saves into the copy", async () => {
    const id = await write(eve, { title: "Harbor", body: "One.\n\nTwo." });
    await desk.run("stories", "publish", "harbor");
    expect(await readStory(eve, id)).toMatchObject({ state: "published", version: 2, isChanged: false });
    await save(eve, id, {
      baseRevision: 1,
      content: { title: "Harbor", sections: ["local"], body: "One!\n\nTwo." },
    });
    const file = join(desk.folder, "harbor.md");
    await writeFile(file, "---\ntitle: Harbor\nsection: local\n---\n\nOne.\n\nTwo!\n");
    await desk.run("stories", "update", "harbor", file, "--as", "Otto");
    const merged = await readStory(eve, id);
    expect(merged).toMatchObject({ version: 3, isChanged: true, published: { body: "One.\n\nTwo!" } });
    expect(merged.copy).toMatchObject({ baseVersion: 3, savedBy: "Otto", content: { body: "One!\n\nTwo!" } });
    const history = await read<HistoryEntry[]>(eve, `stories/${id}/history`);
    expect(history.flatMap(({ kind, number, published }) => (kind === "version" ? [[number, published]] : []))).toEqual(
      [
        [3, "now"],
        [2, "before"],
        [1, null],
      ],
    );
  });

  it("says why a story that is due has not appeared", async () => {
    const id = await write(eve, { title: "Parade", body: "Soon." });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await publish(id, { revision: 1, at })).toMatchObject({ state: "scheduled", publish_at: at });
    const past = new Date(Date.now() - 120_000).toISOString();
    // Deletes the scheduled version of the story, so that the server cannot publish the story.
    await queryStore(desk.storeUrl, sql`delete from staff_story_versions where story_id = ${id} and number = 2`);
    await queryStore(desk.storeUrl, sql`update staff_stories set publish_at = ${past} where id = ${id}`);
    const failures = () => queryStore<{ reason: string }>(desk.storeUrl, sql`select reason from story_failures`);
    const [failure] = await readUntil(failures, (rows) => rows.length > 0);
    expect(failure?.reason).toContain("The server could not publish it");
    await queryStore(
      desk.storeUrl,
      sql`insert into staff_story_versions (story_id, number, content, saved_at, saved_by)
        select story_id, 2, content, saved_at, saved_by from story_revisions where story_id = ${id} and revision = 1`,
    );
    const [row] = await read<StoryRow[]>(eve, "stories?list=scheduled");
    if (row) expect(row.overdue).toContain("The server could not publish it");
    await readUntil(
      async () => (await readStory(eve, id)).state,
      (state) => state === "published",
    );
    expect(await readUntil(failures, (rows) => rows.length === 0)).toEqual([]);
  });

  it("tells who else has a story open, and what they do", async () => {
    const id = await write(eve, { title: "Live", body: "Now." });
    const leaving = new AbortController();
    const response = await fetch(`${desk.url}/api/chicago/stories/${id}/events?window=eve-1`, {
      headers: { cookie: eve },
      signal: leaving.signal,
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    let text = "";
    const reading = (async () => {
      for await (const part of response.body ?? []) text += Buffer.from(part).toString();
    })().catch(() => {});
    await readUntil(
      async () => text,
      (all) => all.includes('"name":"Eve One"'),
    );
    const listenAsAda = async ({ signal }: AbortController) => {
      const url = `${desk.url}/api/chicago/stories/${id}/events?window=ada-1`;
      const stream = await fetch(url, { headers: { cookie: ada }, signal });
      // Reads the response, since an unread response may be collected as garbage, which closes the connection.
      stream.text().catch(() => {});
    };
    const former = new AbortController();
    await listenAsAda(former);
    await readUntil(
      async () => text,
      (all) => all.includes('"name":"Ada Moss"'),
    );
    // Ada's window opens a second connection before its first one ends, so Ada is present all the time.
    const other = new AbortController();
    await listenAsAda(other);
    former.abort();
    await save(ada, id, { baseRevision: 1, content: { title: "Live", sections: ["local"], body: "Now!" } });
    await readUntil(
      async () => text,
      (all) => all.includes('{"type":"revision","revision":2,"by":"Ada Moss"}'),
    );
    await publish(id, { revision: 2 });
    await readUntil(
      async () => text,
      (all) => all.includes('{"type":"state","state":"published","version":2}'),
    );
    const seen = text.match(/"people":\[[^\]]*\]/g)?.map((people) => people.includes("Ada Moss")) ?? [];
    expect(seen.slice(seen.indexOf(true))).not.toContain(false);
    other.abort();
    leaving.abort();
    await reading;
    const rows = () => queryStore(desk.storeUrl, sql`select window_id from story_presence`);
    expect(await readUntil(rows, (left) => left.length === 0)).toEqual([]);
  });

  it("ends the streams of events of a session that has ended", async () => {
    const id = await createStory(eve);
    const cookie = await signIn("Flo Gray", "editor");
    const stream = await fetch(`${desk.url}/api/chicago/stories/${id}/events?window=flo-1`, { headers: { cookie } });
    const ended = stream.text();
    await fetch(`${desk.url}/sign-out`, { method: "POST", headers: { cookie, origin: desk.url }, redirect: "manual" });
    expect(await ended).toContain('"name":"Flo Gray"');
  });

  it("ends streams of events when the server stops", async () => {
    const id = await createStory(eve);
    const stream = await fetch(`${desk.url}/api/chicago/stories/${id}/events?window=w`, { headers: { cookie: eve } });
    const ended = stream.text();
    isStopped = true;
    await desk.stop();
    // The stream ended properly: a connection that was cut would end the body with an error.
    expect(await ended).toContain('"type":"presence"');
  });
});
