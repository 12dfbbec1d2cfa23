import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";

/** Roles that each have one leader, the node that does the role's work for all nodes of a database. */
export const LED_ROLES = ["poll", "send", "images"] as const;
export type LedRole = (typeof LED_ROLES)[number];
/** All roles of a node: responding to readers, and the roles that it may lead. */
export const ROLES = ["web", ...LED_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** Topics of the notifications between nodes. The details of changes are in the store. */
const TOPICS = ["changes", "mails", "images", "roles"] as const;
export type Topic = (typeof TOPICS)[number];

/** Term of a role's leader. Terms are numbered, so that connections of earlier terms can be recognized and ended. */
export interface Term {
  role: LedRole;
  node: string;
  term: number;
}

/** A role's leader, as stored in the database. */
export interface Leader extends Term {
  /** Counter that the leader raises once a second. */
  heartbeat: number;
}

/**
 * A node's own connection to the database. It receives notifications, and holds the roles that the node leads. When the
 * connection ends, so do the node's terms.
 */
export interface NodeSession {
  /** Interval, in ms, of the election's rounds. In each round, the node tries to lead the roles without leaders. */
  intervalMs: number;
  /**
   * Begins a term of a role, and ends all connections of the role's earlier terms. Returns null if another session
   * leads the role.
   */
  lead(role: LedRole): Promise<Term | null>;
  /** Ends this node's term of a role. */
  leave(role: LedRole): Promise<void>;
  /** Increases the heartbeat counters of the roles that this node leads. */
  beat(): Promise<void>;
  /** Returns the current leaders, and a list with the roles of each node that is connected to the database. */
  listNodes(): Promise<{ leaders: Leader[]; nodes: (readonly Role[])[] }>;
  /** Ends the session of another node, such as a frozen one. This ends that node's terms, too. */
  evict(node: string): Promise<void>;
  /** True if this node also receives the notifications that it sends. */
  receivesOwn: boolean;
  /** Signal that is aborted when the connection is lost or closed. */
  lost: AbortSignal;
  close(): Promise<void>;
}

interface SessionParts {
  url: string;
  /** Unique name of this node. */
  node: string;
  roles: readonly Role[];
  onTopic: (topic: Topic) => void;
}

/** Name of PostgreSQL's notification channel. */
export const NOTIFICATION_CHANNEL = "broadsheet";

/** Interval, in ms, of the election's rounds on PostgreSQL. A round takes a few short queries. */
const ROUND_INTERVAL_MS = 250;
/** Interval, in ms, of the election's rounds on SQLite, where a round only retries roles whose work could not start. */
const LONE_ROUND_INTERVAL_MS = 5000;
/** First of two keys of the roles' advisory locks. Random, since other applications may use locks in the database. */
const LOCK_CLASS = 610_495_821;
/** Time limit, in ms, for ending connections. PostgreSQL needs microseconds unless its disk hangs. */
const TERMINATE_MS = 1000;
/** Interval, in ms, at which the end of the connections is checked. */
const TERMINATE_INTERVAL_MS = 5;
/** Time limit, in ms, for opening the session's connection, and for each response. */
const RESPONSE_TIMEOUT_MS = 5000;

/** Returns the common prefix of `getTermName` for all terms of a role. */
function getTermPrefix(role: LedRole): string {
  return `broadsheet leads ${role} `;
}

/** Returns the name of a term's connections (`application_name`). The next leader finds and ends them by this name. */
export function getTermName({ role, term }: Term): string {
  return getTermPrefix(role) + term;
}

const NODE_PREFIX = "broadsheet node ";
/** Query for the names of the sessions of all nodes that are connected to a PostgreSQL database. */
export const FIND_NODES = `select distinct application_name as name from pg_stat_activity
  where datname = current_database() and application_name like '${NODE_PREFIX}%'`;

/** Returns a node's session name (`application_name`). If the node has only some roles, the name lists these roles. */
function getNodeName(node: string, roles: readonly Role[]): string {
  const isFull = ROLES.every((role) => roles.includes(role));
  return NODE_PREFIX + node + (isFull ? "" : ` ${ROLES.filter((role) => roles.includes(role)).join()}`);
}

function parseRoles(nodeName: string): readonly Role[] {
  const [, names] = nodeName.slice(NODE_PREFIX.length).split(" ");
  return names === undefined ? ROLES : ROLES.filter((role) => names.split(",").includes(role));
}

/** Opens the session of a node on SQLite. The node leads every role, since only one server uses a database file. */
export function openLoneSession(node: string, roles: readonly Role[]): NodeSession {
  const closing = new AbortController();
  const led = new Set<LedRole>();
  return {
    intervalMs: LONE_ROUND_INTERVAL_MS,
    async lead(role) {
      led.add(role);
      return { role, node, term: 0 };
    },
    leave: async (role) => void led.delete(role),
    beat: async () => {},
    listNodes: async () => ({
      leaders: [...led].map((role) => ({ role, node, term: 0, heartbeat: 0 })),
      nodes: [roles],
    }),
    evict: async () => {},
    receivesOwn: false,
    lost: closing.signal,
    close: async () => closing.abort(),
  };
}

/**
 * Opens the session of a node on PostgreSQL. Its connection listens for notifications, and holds an advisory lock for
 * each role that the node leads. The locks end with the connection, and the connection ends with the process.
 *
 * @throws if the server cannot be reached
 */
export async function openPostgresSession({ url, node, roles, onTopic }: SessionParts): Promise<NodeSession> {
  const { default: pg } = await import("pg");
  const closing = new AbortController();
  const client = new pg.Client({
    connectionString: url,
    application_name: getNodeName(node, roles),
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on("error", () => closing.abort());
  client.on("end", () => closing.abort());
  client.on("notification", ({ payload }) => {
    const topic = TOPICS.find((name) => name === payload);
    if (topic) onTopic(topic);
  });
  await client.connect();
  try {
    await client.query(`listen ${NOTIFICATION_CHANNEL}`);
    // Ends this node's previous session, which PostgreSQL may still keep after a network failure. The locks of that
    // session would keep the new session from leading.
    await terminateNode(client, node);
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  // Treats all topics as changed, since this connection has missed all earlier notifications.
  for (const topic of TOPICS) onTopic(topic);
  return {
    intervalMs: ROUND_INTERVAL_MS,
    async lead(role) {
      const lock = "select pg_try_advisory_lock($1, $2) as locked";
      const { rows } = await client.query<{ locked: boolean }>(lock, [LOCK_CLASS, LED_ROLES.indexOf(role)]);
      if (!rows[0]?.locked) return null;
      try {
        return await beginTerm(client, role, node);
      } catch (error) {
        await unlock(client, role);
        throw error;
      }
    },
    async leave(role) {
      await client.query("update leaders set node = '' where role = $1 and node = $2", [role, node]);
      await unlock(client, role);
      await client.query(`notify ${NOTIFICATION_CHANNEL}, 'roles'`);
    },
    async beat() {
      await client.query("update leaders set heartbeat = heartbeat + 1 where node = $1", [node]);
    },
    async listNodes() {
      const leaders = await client.query<Leader>(
        "select role, node, term::int, heartbeat::float8 from leaders where node <> ''",
      );
      const nodes = await client.query<{ name: string }>(FIND_NODES);
      return { leaders: leaders.rows, nodes: nodes.rows.map(({ name }) => parseRoles(name)) };
    },
    evict: (other) => terminateNode(client, other),
    receivesOwn: true,
    lost: closing.signal,
    async close() {
      closing.abort();
      // Not awaited, since a server that cannot be reached never responds.
      client.end().catch(() => {});
    },
  };
}

async function unlock(client: Client, role: LedRole): Promise<void> {
  await client.query("select pg_advisory_unlock($1, $2)", [LOCK_CLASS, LED_ROLES.indexOf(role)]);
}

/**
 * Begins a term and prevents writes of earlier terms. First increases the term's number, so that new connections of
 * earlier terms are rejected. Then ends the open connections of those terms. So a node that was frozen, or has not
 * noticed the new leader, cannot write.
 */
async function beginTerm(client: Client, role: LedRole, node: string): Promise<Term> {
  const { rows } = await client.query<Term>(
    `insert into leaders (role, node, term, heartbeat) values ($1, $2, 1, 0)
      on conflict (role) do update set node = $2, term = leaders.term + 1, heartbeat = 0
      returning role, node, term::int`,
    [role, node],
  );
  const [term] = rows;
  if (!term) throw new Error("PostgreSQL returned no term.");
  await terminate(client, "application_name like $1 and application_name <> $2", [
    `${getTermPrefix(role)}%`,
    getTermName(term),
  ]);
  return term;
}

function terminateNode(client: Client, node: string): Promise<void> {
  const name = NODE_PREFIX + node;
  return terminate(client, "(application_name = $1 or application_name like $2)", [name, `${name} %`]);
}

/**
 * Ends the connections that meet a condition. Signals all of them before it waits: with a timeout,
 * `pg_terminate_backend` would wait 100 ms for each in turn, and a term has up to twenty connections.
 *
 * @throws if a connection is still open after TERMINATE_MS
 */
async function terminate(client: Client, condition: string, names: string[]): Promise<void> {
  const giveUpAt = performance.now() + TERMINATE_MS;
  for (;;) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
      names,
    );
    if (rowCount === 0) return;
    if (performance.now() > giveUpAt) throw new Error("A connection of another node could not be ended.");
    await wait(TERMINATE_INTERVAL_MS);
  }
}

/** Checks that the term of a new connection is the current one. @throws {TermEndedError} if it is not */
export async function checkTerm(client: Pick<Client, "query">, { role, node, term }: Term): Promise<void> {
  const { rowCount } = await client.query("select 1 from leaders where role = $1 and node = $2 and term = $3", [
    ...[role, node, term],
  ]);
  if (rowCount === 0) throw new TermEndedError(`This node leads ${role} no longer.`);
}

/** Thrown when a connection is opened for a term that has ended. */
class TermEndedError extends Error {
  override name = "TermEndedError";
  /**
   * PostgreSQL's code for a connection that an operator has ended. It counts as a transient error, since the store
   * itself works.
   */
  readonly code = "57P01";
}
