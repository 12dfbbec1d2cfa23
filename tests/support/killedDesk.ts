import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { readEditions } from "../../server/editions/loading/load.ts";
import { addPerson } from "../../server/people/people.ts";
import { startSession } from "../../server/people/sessions.ts";
import { withWriterLock } from "../../server/store/engines/engine.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { saveCopy } from "../../server/stories/copies/saveCopy.ts";
import { copySchema } from "../../server/stories/copyContent.ts";
import { createDraft } from "../../server/stories/createDraft.ts";
import { NO_FEEDS, writeTestEdition } from "./editions.ts";
import { findFreePort } from "./freePort.ts";
import { type Site, startSite } from "./site.ts";
import { openDatabase } from "./stores.ts";

interface Options {
  folder: string;
  storeUrl: string;
  editors: number;
  /** Number of saves per second by one editor. */
  rate: number;
  /** Minimum duration of the test, in seconds. The test continues until the last kill. */
  seconds: number;
  kills: number;
}

/** Result of saving while the server is killed. */
export interface SaveKills {
  kills: number;
  /** Number of saves that the server confirmed. */
  confirmed: number;
  /** Number of requests without a response. */
  unanswered: number;
  /** Keys of confirmed saves whose revision is missing from the history or lacks the saved text. */
  lost: string[];
  /** Keys of saves that created two revisions. */
  doubled: string[];
  /** Editors' last saved texts that are missing from the story at the end of the test. */
  overwritten: string[];
  /** Longest time, in ms, from typing to the response to a save. */
  longestMs: number;
  /** Number of confirmed saves per second. The time includes restarts of the server. */
  rate: number;
}

const EDITORS_PER_STORY = 2;
/** Minimum number of saves between two kills, per editor. */
const SAVES_BETWEEN_KILLS = 2;
const ANSWER = z.object({
  revision: z.number(),
  merged: z.object({ content: z.looseObject({ body: z.string() }), conflicts: z.array(z.unknown()) }).nullable(),
});

interface Confirmed {
  story: number;
  key: string;
  revision: number;
  text: string;
}

/**
 * Lets editors, two per story, save at most `rate` times per second each. Meanwhile, kills the desk's process and
 * starts it again, `kills` times.
 */
export async function saveWithKills({ folder, storeUrl, editors, rate, seconds, kills }: Options): Promise<SaveKills> {
  const folderOfEditions = await writeTestEdition(join(folder, "editions"), NO_FEEDS);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const start = () =>
    startSite({
      editions: folderOfEditions,
      data: folder,
      env: { DESK: "on", DESK_PORT: String(port), DATABASE_URL: storeUrl },
      hasOwnProcess: true,
    });
  await using database = await openDatabase(storeUrl);
  const { editions } = await readEditions(folderOfEditions, undefined, "own");
  const [edition] = editions;
  if (!edition) throw new Error("no edition");
  const cookies = await addEditors(database, edition.id, editors);
  const stories: number[] = [];
  const now = new Date().toISOString();
  const operator = { isOperator: true as const, name: "Otto" };
  const editing = { database, edition, actor: operator, now };
  for (let story = 0; story * EDITORS_PER_STORY < editors; story++) {
    const id = await createDraft(editing, `story-key-${story}`);
    const content = copySchema.parse({ title: `Story ${id}`, sections: ["local"], body: toBody(story) });
    await saveCopy(editing, id, { key: "first-save", baseRevision: 0, content });
    stories.push(id);
  }

  let site: Site = await start();
  const endMs = Date.now() + seconds * 1000;
  let isKilling = true;
  const confirmed: Confirmed[] = [];
  const results = { unanswered: 0, longestMs: 0 };
  const last = new Map<number, { story: number; text: string }>();

  async function edit(editor: number): Promise<void> {
    const story = stories[Math.floor(editor / EDITORS_PER_STORY)] ?? 0;
    let body = toBody(Math.floor(editor / EDITORS_PER_STORY));
    let baseRevision = 1;
    let base = body;
    for (let count = 1; isKilling || Date.now() < endMs; count++) {
      const beginMs = performance.now();
      const text = `Editor ${editor}: ${count}.`;
      body = body.replace(new RegExp(`Editor ${editor}: \\d+\\.`), text);
      const key = `save-${editor}-${count}`;
      const content = { title: `Story ${story}`, sections: ["local"], body };
      const request = { key, baseRevision, base: { ...content, body: base }, content };
      const answer = await sendUntilAnswered(
        `${url}/api/${edition?.id}/stories/${story}/copy`,
        cookies[editor] ?? "",
        request,
      );
      results.longestMs = Math.max(results.longestMs, performance.now() - beginMs);
      confirmed.push({ story, key, revision: answer.revision, text });
      last.set(editor, { story, text });
      body = answer.merged?.content.body ?? body;
      baseRevision = answer.revision;
      base = body;
      await wait(Math.max(0, 1000 / rate - (performance.now() - beginMs)));
    }
  }

  /** Like the desk's pages, sends the same request again until the server responds. */
  async function sendUntilAnswered(address: string, cookie: string, request: object): Promise<z.infer<typeof ANSWER>> {
    for (;;) {
      const response = await fetch(address, {
        method: "PUT",
        headers: { cookie, origin: url, "content-type": "application/json" },
        body: JSON.stringify(request),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.ok && typeof text === "string") return ANSWER.parse(JSON.parse(text));
      if (response && response.status < 500) throw new Error(`${response.status}: ${text}`);
      results.unanswered++;
      await wait(100);
    }
  }

  async function kill(): Promise<void> {
    for (let count = 0; count < kills; count++) {
      // Waits for confirmed saves. On a busy machine, a restarted server may confirm none before the next kill is due.
      const enough = confirmed.length + SAVES_BETWEEN_KILLS * editors;
      while (confirmed.length < enough) await wait(20, undefined, { ref: false });
      // The intervals differ, so that the kills hit different points of a save.
      await wait(((seconds * 1000) / (kills + 1)) * (0.7 + ((count * 37) % 60) / 100));
      await site.kill();
      site = await start();
    }
    isKilling = false;
  }

  const startedMs = performance.now();
  try {
    await Promise.all([kill(), ...cookies.map((_, editor) => edit(editor))]);
  } finally {
    await site.stop();
  }
  const spentMs = performance.now() - startedMs;
  return {
    kills,
    confirmed: confirmed.length,
    ...results,
    ...(await check(database, confirmed, last)),
    rate: confirmed.length / (spentMs / 1000),
  };
}

/** Returns the initial text of a story: a paragraph for each of its editors. */
function toBody(story: number): string {
  const editors = Array.from({ length: EDITORS_PER_STORY }, (_, place) => story * EDITORS_PER_STORY + place);
  return editors.map((editor) => `Editor ${editor}: 0.`).join("\n\n");
}

/** Adds editors to an edition. Returns a session cookie for each. */
async function addEditors(database: Database, edition: string, count: number): Promise<string[]> {
  const cookies: string[] = [];
  const now = new Date().toISOString();
  const actor = { isOperator: true as const, name: "Otto" };
  for (let editor = 0; editor < count; editor++) {
    const name = `Editor ${String.fromCodePoint(65 + editor)}`;
    const person = await addPerson({ database, edition, actor, now }, { name, role: "editor", email: null });
    const { token } = await withWriterLock(database, (transaction) =>
      startSession(transaction, { now, browser: "" }, person, "passkey"),
    );
    cookies.push(`session=${token}`);
  }
  return cookies;
}

async function check(
  database: Database,
  confirmed: readonly Confirmed[],
  last: ReadonlyMap<number, { story: number; text: string }>,
): Promise<Pick<SaveKills, "lost" | "doubled" | "overwritten">> {
  const rows = await database.selectFrom("story_revisions").selectAll().orderBy("revision").execute();
  const byKey = Map.groupBy(rows, (row) => `${row.story_id} ${row.save_key}`);
  const newest = new Map(rows.map((row) => [row.story_id, row.content]));
  const lost = confirmed.filter(({ story, key, revision, text }) => {
    const row = byKey.get(`${story} ${key}`)?.[0];
    return row?.revision !== revision || !row.content.includes(text);
  });
  return {
    lost: lost.map(({ key }) => key),
    doubled: [...byKey].filter(([key, same]) => !key.endsWith(" null") && same.length > 1).map(([key]) => key),
    overwritten: [...last]
      .filter(([, { story, text }]) => !newest.get(story)?.includes(text))
      .map(([, { text }]) => text),
  };
}
