import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { type Job, startJob } from "../jobs/job.ts";
import { getEngine } from "../store/engines/engine.ts";
import { openLeaderDatabase, openSession } from "../store/open.ts";
import type { Database } from "../store/schema/schema.ts";
import {
  LED_ROLES,
  type Leader,
  type LedRole,
  type NodeSession,
  type Role,
  type Term,
  type Topic,
} from "../store/session.ts";

/**
 * Starts work that only the leader of a role does. The election stops the work when the term ends.
 *
 * @param database fails all queries after the end of the term
 */
export type LeaderWork = (database: Database, term: Term) => Promise<Pick<Job, "stop">> | Pick<Job, "stop">;

interface RunningTerm {
  /** Resolves when all work has started, or could not start. */
  started: Promise<void>;
  end: () => Promise<void>;
}

/** State of the cluster as this node sees it. */
export interface ClusterState {
  node: string;
  /** Names of the leading nodes by role. A role without a leader is missing. */
  leaders: ReadonlyMap<LedRole, string>;
  /** Number of nodes that are connected to the database. */
  nodes: number;
  /** Time, in ms, since all roles last had a leader; 0 if all have one now. */
  leaderlessMs: number;
}

export type Election = ReturnType<typeof createElection>;

interface Parts {
  url: string;
  database: Database;
  /** Roles of this node. The node may lead each of them except `web`. */
  roles: readonly Role[];
  log: Logger;
}

const HEARTBEAT_MS = 1000;
/** Time, in ms, after which other nodes end the session of a leader that sends no heartbeat. */
const FROZEN_MS = 4000;
/**
 * Time limit, in ms, for the queries of one round. HEARTBEAT_MS and this limit together are shorter than FROZEN_MS. So
 * a node that is cut off from the database stops its work before another node takes its role.
 */
const ROUND_TIMEOUT_MS = 2500;
/** Delay, in ms, before this node tries again to lead a role whose work it could not start. */
const RETRY_MS = 5000;
/** Interval, in ms, of attempts to reach the database. */
const CONNECT_INTERVAL_MS = 500;

/** Elects a leader for each role among the nodes of a database. Runs the work of the roles that this node leads. */
export function createElection({ url, database, roles: ownRoles, log }: Parts) {
  const roles = LED_ROLES.filter((role) => ownRoles.includes(role));
  const node = randomUUID().slice(0, 8);
  const topics = new EventEmitter<Record<Topic, []>>();
  const work = new Map<LedRole, LeaderWork[]>();
  const terms = new Map<LedRole, RunningTerm>();
  /** Time (`performance.now()`) from which this node may again lead a role whose work it could not start. */
  const retryAt = new Map<LedRole, number>();
  const heartbeats = new Map<LedRole, { heartbeat: string; seenAt: number }>();
  let session: NodeSession | null = null;
  let leaders: ReadonlyMap<LedRole, string> = new Map();
  let nodes: readonly (readonly Role[])[] = [ownRoles];
  let lastBeatAt = Number.NEGATIVE_INFINITY;
  let lastLedAt = performance.now();
  let job: Job | null = null;
  let failures = 0;

  /** Runs one round: takes roles without a leader, and ends the sessions of leaders without a heartbeat. */
  async function runRound(): Promise<void> {
    try {
      const current = session ?? (await open());
      await withTimeout(takePart(current), ROUND_TIMEOUT_MS).catch((error) => {
        lose(current);
        throw error;
      });
      failures = 0;
    } catch (error) {
      // Catches the error, since a failed run would make the job double its interval. The longer interval would delay
      // the election after the database returns.
      if (failures++ === 0) log.warn({ node, err: error }, "election failed; retrying");
    }
  }

  async function open(): Promise<NodeSession> {
    const opened = await openSession(url, node, (topic) => topics.emit(topic), ownRoles);
    session = opened;
    opened.lost.addEventListener("abort", () => lose(opened));
    return opened;
  }

  /**
   * Ends all terms after the session is lost. Does not wait for their work to stop: queries of the work fail once
   * another node leads.
   */
  function lose(lost: NodeSession): void {
    if (session !== lost) return;
    session = null;
    void lost.close();
    if (terms.size > 0) log.warn({ node, roles: [...terms.keys()] }, "connection to the database lost; roles ended");
    for (const { end } of terms.values())
      end().catch((error) => log.error({ err: error }, "work of a role not stopped cleanly"));
    terms.clear();
    leaders = new Map();
  }

  async function takePart(current: NodeSession): Promise<void> {
    if (terms.size > 0 && performance.now() - lastBeatAt >= HEARTBEAT_MS) {
      lastBeatAt = performance.now();
      await current.beat();
    }
    for (const role of roles) {
      if (terms.has(role) || performance.now() < (retryAt.get(role) ?? 0)) continue;
      const term = await current.lead(role);
      if (session !== current) return;
      if (term) begin(current, term);
    }
    const found = await current.listNodes();
    nodes = found.nodes;
    leaders = new Map(found.leaders.map((leader) => [leader.role, leader.node]));
    if (LED_ROLES.every((role) => leaders.has(role))) lastLedAt = performance.now();
    for (const leader of found.leaders) if (isFrozen(leader)) await evict(current, leader);
  }

  function isFrozen({ role, node: leader, term, heartbeat }: Leader): boolean {
    if (leader === node || !roles.includes(role)) return false;
    const value = `${term} ${heartbeat}`;
    const known = heartbeats.get(role);
    if (known?.heartbeat !== value) heartbeats.set(role, { heartbeat: value, seenAt: performance.now() });
    return known?.heartbeat === value && performance.now() - known.seenAt > FROZEN_MS;
  }

  async function evict(current: NodeSession, { role, node: leader }: Leader): Promise<void> {
    log.warn({ node, role, leader }, "leader without a heartbeat; ending its connection");
    heartbeats.delete(role);
    await current.evict(leader);
    job?.trigger();
  }

  /** Starts the work of a term. Does not wait for the start, which may take longer than the interval of heartbeats. */
  function begin(current: NodeSession, term: Term): void {
    const { role } = term;
    const leaderDatabase = openLeaderDatabase(url, database, term);
    const running: Pick<Job, "stop">[] = [];
    let isEnding = false;

    async function startWork(): Promise<void> {
      for (const start of work.get(role) ?? []) if (!isEnding) running.push(await start(leaderDatabase.database, term));
    }

    async function end(): Promise<void> {
      isEnding = true;
      await started;
      await Promise.all(running.map((part) => part.stop()));
      await leaderDatabase.close();
    }

    log.info({ node, role, term: term.term }, "leading");
    const started = startWork().catch((error) => {
      // Ignores errors at the end of a term: the queries of a lost session fail.
      if (isEnding) return;
      log.error({ node, role, err: error }, "work of a role could not start; leaving the role");
      retryAt.set(role, performance.now() + RETRY_MS);
      terms.delete(role);
      void end().finally(() => current.leave(role).catch(() => lose(current)));
    });
    terms.set(role, { started, end });
  }

  topics.on("roles", () => job?.trigger());

  return {
    node,
    /** Adds work for the leader of a role. Must be called before `start`. */
    add: (role: LedRole, start: LeaderWork) => void work.set(role, [...(work.get(role) ?? []), start]),
    /** Calls `listener` whenever any node signals the topic, and whenever signals may have been missed. */
    onTopic: (topic: Topic, listener: () => void) => void topics.on(topic, listener),
    /** Signals all nodes, including this one. A signal may be lost. */
    signal(topic: Topic): void {
      // If the session delivers this node's own signals, emits nothing here. Listeners would otherwise get each signal
      // twice, and the second signal would retry failed mails immediately.
      if (!session?.receivesOwn) topics.emit(topic);
      getEngine(database)
        .notify(database, topic)
        .catch((error) => log.debug({ topic, err: error }, "other nodes not notified"));
    },
    leads: (role: LedRole) => terms.has(role),
    /** Returns the number of connected nodes with at least one of the roles; at least 1. */
    countNodes: (...some: readonly Role[]) =>
      Math.max(1, nodes.filter((having) => some.some((role) => having.includes(role))).length),
    /** Returns true if other nodes lead all roles, for example after a restart of this node. */
    isJoining: (): boolean => nodes.length > 1 && terms.size === 0 && LED_ROLES.every((role) => leaders.has(role)),
    getState: (): ClusterState => {
      const isLed = LED_ROLES.every((role) => leaders.has(role));
      return { node, leaders, nodes: nodes.length, leaderlessMs: isLed ? 0 : performance.now() - lastLedAt };
    },
    /** Joins the election. Resolves when the work of all roles that this node leads has started. */
    async start(): Promise<void> {
      await runRound();
      await Promise.all([...terms.values()].map(({ started }) => started));
      const intervalMs = session?.intervalMs ?? CONNECT_INTERVAL_MS;
      job = startJob({ name: "election", intervalMs, run: runRound, log, startsLater: true });
    },
    /** Stops the work of this node's roles, and only then lets other nodes lead. */
    async stop(): Promise<void> {
      await job?.stop();
      const ended = [...terms];
      terms.clear();
      await Promise.all(ended.map(([, { end }]) => end()));
      const last = session;
      session = null;
      if (!last) return;
      const leave = async () => {
        for (const [role] of ended) await last.leave(role);
      };
      await withTimeout(leave(), ROUND_TIMEOUT_MS).catch(() => {});
      await last.close();
    },
  };
}

/** @throws {Error} if `work` takes longer than `timeoutMs`; the result of `work` is then ignored */
async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The database did not respond in time.")), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
