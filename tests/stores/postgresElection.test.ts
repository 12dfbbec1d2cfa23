import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createElection, type Election } from "../../server/cluster/election.ts";
import { createLog } from "../../server/log.ts";
import { recordChanges } from "../../server/store/changes.ts";
import { withWriterLock } from "../../server/store/engines/engine.ts";
import { connectDatabase, openLeaderDatabase, openSession } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import type { NodeSession, Term, Topic } from "../../server/store/session.ts";
import { toStoreUrl } from "../support/stores.ts";
import { openTcpProxy } from "../support/tcpProxy.ts";

const ROLES = ["poll", "send", "images"] as const;
const log = createLog("silent");

let url: string;
let database: Database;

beforeAll(async () => {
  url = await toStoreUrl("sqlite::memory:");
  database = connectDatabase(url);
});

afterAll(() => database.destroy());

async function lead(session: NodeSession | undefined): Promise<Term> {
  const term = await session?.lead("poll");
  if (!term) throw new Error("The role has a leader.");
  return term;
}

it("gives a role to one of ten sessions at once, and to another when that one ends", async () => {
  const sessions = await Promise.all(
    ROLES.flatMap((_, group) => [0, 1, 2].map((n) => openSession(url, `${group}-${n}`, () => {}))),
  );
  const attempts = await Promise.all(sessions.map((session) => session.lead("poll")));
  const leaders = sessions.filter((_, number) => attempts[number]);
  expect(leaders).toHaveLength(1);
  const others = sessions.filter((session) => !leaders.includes(session));
  await leaders[0]?.close();
  let taken: (Term | null)[] = [];
  while (!taken.some(Boolean)) taken = await Promise.all(others.map((session) => session.lead("poll")));
  expect(taken.filter(Boolean)).toHaveLength(1);
  for (const session of others) await session.close();
});

it("refuses all that an earlier term still writes, begun transactions included", async () => {
  const [first, second] = [await openSession(url, "first", () => {}), await openSession(url, "second", () => {})];
  const earlier = openLeaderDatabase(url, database, await lead(first));
  const write = (id: string) => recordChanges(earlier.database, [{ kind: "calendar", edition: id }]);
  await write("in term");
  const [hasBegun, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = withWriterLock(earlier.database, async (transaction) => {
    await recordChanges(transaction, [{ kind: "calendar", edition: "begun in term" }]);
    hasBegun.resolve();
    await isOver.promise;
  });
  await hasBegun.promise;
  // Ends the first node's session, as if the node's heartbeats had stopped. The node's other connections stay open.
  await second.evict("first");
  let term: Term | null = null;
  while (!term) term = await second.lead("poll");
  isOver.resolve();
  await expect(begun).rejects.toThrow();
  for (let attempt = 0; attempt < 3; attempt++) await expect(write("after term")).rejects.toThrow();
  const later = openLeaderDatabase(url, database, term);
  await recordChanges(later.database, [{ kind: "calendar", edition: "next term" }]);
  const written = database.selectFrom("changes").select("edition").where("kind", "=", "calendar").orderBy("id");
  expect((await written.execute()).map(({ edition }) => edition)).toEqual(["in term", "next term"]);
  await earlier.close();
  await later.close();
  await second.close();
});

it("notifies all sessions when a change commits, and of what they may have missed at their start", async () => {
  const heard: Topic[][] = [[], []];
  let onHeard = () => {};
  const sessions = await Promise.all(
    heard.map((topics, number) =>
      openSession(url, `listener-${number}`, (topic) => {
        topics.push(topic);
        onHeard();
      }),
    ),
  );
  expect(heard).toEqual([0, 1].map(() => ["changes", "mails", "images", "roles"]));
  const all = new Promise<void>((resolve) => {
    onHeard = () => heard.every((topics) => topics.length === 5) && resolve();
  });
  await withWriterLock(database, (transaction) =>
    recordChanges(transaction, [{ kind: "calendar" }, { kind: "calendar" }]),
  );
  await all;
  expect(heard.map((topics) => topics.at(-1))).toEqual(["changes", "changes"]);
  for (const session of sessions) await session.close();
});

/** Creates elections. Records which elections lead, and the largest number of them that lead at the same time. */
function createNodes(urls: readonly string[]) {
  const leading: Election[] = [];
  let most = 0;
  let terms = 0;
  const elections = urls.map((node) => {
    const election = createElection({ url: node, database, roles: ["poll"], log });
    election.add("poll", () => {
      leading.push(election);
      most = Math.max(most, leading.length);
      terms++;
      return { stop: async () => void leading.splice(leading.indexOf(election), 1) };
    });
    return election;
  });
  return {
    elections,
    getMost: () => most,
    countTerms: () => terms,
    async whenLed(except?: Election): Promise<Election> {
      await expect.poll(() => leading.some((leader) => leader !== except)).toBe(true);
      return leading.find((leader) => leader !== except) as Election;
    },
  };
}

it("runs the work of a role on one node at a time, over stops, ended connections and a cut network", async () => {
  const { hostname: host, port } = new URL(url);
  const proxies = await Promise.all([0, 1, 2].map(() => openTcpProxy({ host, port: Number(port) })));
  const urls = proxies.map((proxy) => Object.assign(new URL(url), { port: proxy.port }).href);
  const { elections, whenLed, getMost, countTerms } = createNodes(urls);
  await Promise.all(elections.map((election) => election.start()));
  const stopped = await whenLed();
  await stopped.stop();
  const ended = await whenLed();
  expect(ended).not.toBe(stopped);
  const termsBefore = countTerms();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like ${`broadsheet node ${ended.node}%`}`.execute(database);
  await expect.poll(countTerms).toBeGreaterThan(termsBefore);
  const cut = await whenLed();
  const proxy = proxies[elections.indexOf(cut)];
  proxy?.cut();
  const last = await whenLed(cut);
  await expect.poll(() => last.getState().leaders.get("poll")).toBe(last.node);
  proxy?.mend();
  await expect.poll(() => cut.getState().leaders.get("poll")).toBe(last.node);
  expect(getMost()).toBe(1);
  await Promise.all(elections.map((election) => election.stop()));
  for (const each of proxies) await each.close();
});

it("signals each node once, itself included", async () => {
  const heard: Topic[][] = [[], []];
  const elections = heard.map((list) => {
    const election = createElection({ url, database, roles: [], log });
    for (const topic of ["mails", "images"] as const) election.onTopic(topic, () => list.push(topic));
    return election;
  });
  for (const election of elections) await election.start();
  for (const list of heard) list.length = 0;
  elections[0]?.signal("mails");
  await expect.poll(() => heard.every((list) => list.includes("mails"))).toBe(true);
  // Notifications arrive in order, so a second "mails" would have arrived before "images".
  elections[0]?.signal("images");
  await expect.poll(() => heard.every((list) => list.includes("images"))).toBe(true);
  expect(heard).toEqual([0, 1].map(() => ["mails", "images"]));
  await Promise.all(elections.map((election) => election.stop()));
});

it("counts the nodes with a role, by which they divide its limits", async () => {
  const roles = [["web", ...ROLES], ["web"], ["web", "images"], ["send"]] as const;
  const elections = roles.map((some) => createElection({ url, database, roles: some, log }));
  await Promise.all(elections.map((election) => election.start()));
  for (const { countNodes, getState } of elections) {
    await expect.poll(() => getState().nodes).toBe(4);
    expect([countNodes("web"), countNodes("send"), countNodes("poll")]).toEqual([3, 2, 1]);
    expect(countNodes("web", "images")).toBe(3);
  }
  await Promise.all(elections.map((election) => election.stop()));
});

it("tries again when work cannot start, and meanwhile lets others lead", async () => {
  const elections = [0, 1].map(() => createElection({ url, database, roles: ["poll"], log }));
  let works = 0;
  for (const election of elections)
    election.add("poll", async () => {
      if (++works === 1) throw new Error("The store cannot be written.");
      return { stop: async () => {} };
    });
  for (const election of elections) await election.start();
  await expect.poll(() => elections.filter((election) => election.leads("poll")).length).toBe(1);
  expect(works).toBe(2);
  for (const election of elections) await election.stop();
});
