import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { pick, type Random } from "../../core/random.ts";
import { LED_ROLES, type LedRole } from "../../server/store/session.ts";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import { type Node, readName, until } from "./nodes.ts";
import type { Stage } from "./stage.ts";

export type FaultKind = "kill" | "freeze" | "restart" | "partition";

export interface ClusterFault {
  name: string;
  kind: FaultKind;
  /** Causes the fault, waits, and ends the fault. */
  run(context: Context): Promise<Outcome>;
}

interface Context {
  stage: Stage;
  random: Random;
  /** Duration of a fault, in ms. */
  holdMs: number;
}

export interface Outcome {
  /** Time of the fault, in ms since 1970. */
  at: number;
  /** Time from the fault until other nodes led all roles of the faulty node, in ms; null if the node led none. */
  takeoverMs: number | null;
  /**
   * Time, in ms, from the fault to the next fetch of a feed. If the database was restarted, the time begins at the end
   * of the restart. Null if polling continued.
   */
  nextPollMs: number | null;
}

/** Number of feeds that are made due when a fault begins, so that the next leader has something to fetch. */
const DUE_FEEDS = 20;
const MAX_MS_TO_NEXT_POLL = scaleLimit(60_000);

export const FAULTS: readonly ClusterFault[] = [
  ...LED_ROLES.flatMap((role): ClusterFault[] => [
    { name: `leader of ${role} killed`, kind: "kill", run: (context) => breakLeader(role, "kill", context) },
    { name: `leader of ${role} frozen`, kind: "freeze", run: (context) => breakLeader(role, "freeze", context) },
  ]),
  { name: "database restarted", kind: "restart", run: restartDatabase },
  { name: "node cut off from the database", kind: "partition", run: cutOffNode },
];

async function breakLeader(role: LedRole, kind: "kill" | "freeze", context: Context): Promise<Outcome> {
  const leader = await findLeader(context.stage, role);
  const { node } = leader;
  markFaulty(node);
  const at = Date.now();
  if (kind === "kill") await node.site().kill();
  else process.kill(node.site().pid, "SIGSTOP");
  const times = await measureRecovery(leader, at, context);
  if (kind === "kill") await node.start();
  else process.kill(node.site().pid, "SIGCONT");
  await waitUntilHealthy(node);
  return { at, ...times };
}

async function cutOffNode(context: Context): Promise<Outcome> {
  const { stage, random } = context;
  const node = pick(stage.nodes, random);
  const name = (await readName(node)) ?? "";
  const roles = (await readLeaders(stage)).filter((leader) => leader.node === name).map(({ role }) => role);
  markFaulty(node);
  const at = Date.now();
  node.proxy.cut();
  const times = await measureRecovery({ name, roles }, at, context);
  node.proxy.mend();
  await waitUntilHealthy(node);
  return { at, ...times };
}

/**
 * Measures the time until other nodes have taken over a faulty node's roles. If the node led polling, also measures the
 * time to the next poll. Resolves at the end of the fault.
 */
async function measureRecovery(
  { name, roles }: Pick<Leader, "name" | "roles">,
  at: number,
  { stage, holdMs, random }: Context,
): Promise<Pick<Outcome, "takeoverMs" | "nextPollMs">> {
  const takeover = roles.length > 0 ? measureTakeover(stage, roles, name, at) : null;
  const [takeoverMs, nextPollMs] = await Promise.all([
    takeover,
    roles.includes("poll") ? measureNextPoll(stage, random, at, takeover) : null,
  ]);
  await wait(Math.max(0, at + holdMs - Date.now()));
  return { takeoverMs, nextPollMs };
}

async function restartDatabase({ stage, random }: Context): Promise<Outcome> {
  for (const node of stage.nodes) markFaulty(node);
  const at = Date.now();
  await stage.restartDatabase();
  const nextPollMs = await measureNextPoll(stage, random, Date.now(), null);
  for (const node of stage.nodes) await waitUntilHealthy(node);
  return { at, takeoverMs: null, nextPollMs };
}

function markFaulty(node: Node): void {
  node.isFaulty = true;
  node.epoch++;
}

/** Waits until a node responds again and is healthy, and marks it as healthy. */
async function waitUntilHealthy(node: Node): Promise<void> {
  await until(`node ${node.number} answering`, async () => {
    const name = await readName(node);
    return name !== null && (await isHealthy(node));
  });
  node.isFaulty = false;
  node.epoch++;
}

async function isHealthy(node: Node): Promise<boolean> {
  const { status } = await fetch(`${node.url}/healthz`);
  return status === 200;
}

/** A node, its name in the election, and all roles that it leads. */
interface Leader {
  node: Node;
  name: string;
  roles: LedRole[];
}

async function readLeaders({ database }: Stage): Promise<{ role: LedRole; node: string }[]> {
  const { rows } = await sql<{ role: LedRole; node: string }>`select role, node from leaders where node <> ''`.execute(
    database,
  );
  return rows;
}

/** Waits until a node leads a role, and returns this node. */
async function findLeader(stage: Stage, role: LedRole): Promise<Leader> {
  let found: Leader | null = null;
  await until(`a leader of ${role}`, async () => {
    const leaders = await readLeaders(stage);
    const name = leaders.find((leader) => leader.role === role)?.node;
    const names = await Promise.all(stage.nodes.map(readName));
    const node = name === undefined ? undefined : stage.nodes[names.indexOf(name)];
    const roles = leaders.filter((leader) => leader.node === name).map((leader) => leader.role);
    if (node && name) found = { node, name, roles };
    return found !== null;
  });
  if (!found) throw new Error(`no leader of ${role}`);
  return found;
}

/** Returns the time, in ms, from the fault at `at` until other nodes lead all of `roles`. */
async function measureTakeover(stage: Stage, roles: readonly LedRole[], name: string, at: number): Promise<number> {
  await until(`another leader of ${roles.join(", ")}`, async () => {
    const leaders = await readLeaders(stage);
    return roles.every((role) => leaders.some((leader) => leader.role === role && leader.node !== name));
  });
  return Date.now() - at;
}

/**
 * Returns the time, in ms, from the fault to the next fetch. Makes some feeds due. Before the takeover, ignores fetches
 * of all other feeds, since the former leader may still be fetching them.
 */
async function measureNextPoll(
  stage: Stage,
  random: Random,
  at: number,
  takeover: Promise<number> | null,
): Promise<number> {
  const { publishers } = stage;
  const feeds = new Set(Array.from({ length: DUE_FEEDS }, () => random.integer(0, publishers.count - 1)));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const timer = setTimeout(() => reject(new Error("no feed was polled")), MAX_MS_TO_NEXT_POLL);
  let dueAt = Number.POSITIVE_INFINITY;
  let isTakenOver = takeover === null;
  const end = publishers.onFetch((feed, fetchedAt) => {
    if (isTakenOver || (feeds.has(feed) && fetchedAt >= dueAt)) resolve(fetchedAt - at);
  });
  try {
    takeover?.then(
      () => {
        isTakenOver = true;
      },
      () => {},
    );
    dueAt = Date.now();
    await until("feeds made due", () => stage.makeDue([...feeds]));
    return await promise;
  } finally {
    clearTimeout(timer);
    end();
  }
}
