import type { ClusterState } from "../cluster/election.ts";
import { checkWritable, findPollState, listMailQueues } from "../store/queues.ts";
import type { Database } from "../store/schema/schema.ts";
import { LED_ROLES } from "../store/session.ts";
import type { ClockGuard } from "./clockGuard.ts";
import type { FreeDisk } from "./freeDisk.ts";
import type { StoreDamage } from "./storeDamage.ts";

export type Health = ReturnType<typeof createHealth>;

/** Result of a check, without names or mail addresses of readers. */
interface Check {
  ok: boolean;
  /** Finding in plain words, for operators. */
  detail: string;
}

export interface HealthReport {
  ready: boolean;
  /** Digest of the published editions. */
  editionsDigest: string;
  checks: {
    store: Check;
    disk: Check;
    editions: Check;
    pollWorker: Check;
    mail: Check;
    lastPoll: Check;
    images: Check;
    clock: Check;
    roles: Check;
    stopping?: Check;
  };
}

interface Parts {
  /** A separate connection, which waits only briefly for a lock. */
  database: Database;
  freeDisk: Pick<FreeDisk, "floorMb" | "measureMb">;
  pollWorker: { isAlive(): boolean };
  images: { check(): Check; isShared: boolean };
  editions: {
    all(): readonly { id: string }[];
    getDigest(): string;
    invalid(): readonly { id: string; isPublished: boolean }[];
    isBehind(): boolean;
  };
  getCluster: () => ClusterState;
  /** Returns the number of nodes that serve or download images. */
  countImageNodes: () => number;
  /** False without a mail server; waiting mails are then not a fault. */
  hasMailServer: boolean;
  clock: Pick<ClockGuard, "check">;
  /** Missing for a store in memory. */
  damage?: Pick<StoreDamage, "find">;
  /** Returns ms since 1970. */
  now?: () => number;
}

/** A report is reused for this time, in ms. */
const CACHE_MS = 1000;
/** Interval, in ms, of test writes. It is long, since each write makes cached queries out of date. */
const WRITE_INTERVAL_MS = 10_000;
/** A role may lack a leader for this time, in ms. An election takes 5 s; a restart of the database takes longer. */
const MAX_LEADERLESS_MS = 60_000;
const MAX_MAIL_AGE_MS = 60 * 60_000;
/**
 * Maximum age, in ms, of the last successful poll, and maximum delay of a due poll. While most feeds work and are not
 * yet due, the last successful poll may be older.
 */
const MAX_POLL_AGE_MS = 60 * 60_000;
/** Period, in ms, after the server's start. In this period, missing, failed or late polls are no fault. */
const FIRST_POLLS_MS = 5 * 60_000;

/** Creates the checks that show if the site can do all of its work, such as polling feeds and sending mails. */
export function createHealth(parts: Parts) {
  const { database, freeDisk, editions, hasMailServer, now = Date.now } = parts;
  const startedAt = now();
  let isStopping = false;
  let wroteAt = Number.NEGATIVE_INFINITY;
  let cached: { report: ReturnType<typeof runChecks>; at: number } | null = null;

  async function checkStore(): Promise<Check> {
    const damage = await parts.damage?.find();
    if (damage) return fail(damage);
    const mayWrite = Math.abs(now() - wroteAt) >= WRITE_INTERVAL_MS;
    await checkWritable(database, mayWrite ? toIso(now()) : null);
    if (mayWrite) wroteAt = now();
    return pass("writable");
  }

  async function checkDisk(): Promise<Check> {
    const { floorMb } = freeDisk;
    const freeMb = await freeDisk.measureMb();
    return result(freeMb >= floorMb, `${freeMb} MB free, the floor is ${floorMb} MB`);
  }

  async function checkEditions(): Promise<Check> {
    if (editions.isBehind())
      return fail("the current files could not be loaded, so earlier ones are published; see the log");
    const invalid = editions.invalid();
    if (invalid.length === 0) return pass(`${editions.all().length} published`);
    return fail(
      invalid
        .map(
          ({ id, isPublished }) =>
            `${id}: invalid files; ${isPublished ? "the last valid ones are published" : "not published"}`,
        )
        .join("; "),
    );
  }

  async function checkPollWorker(): Promise<Check> {
    return parts.pollWorker.isAlive() ? pass("running") : fail("not running; it is restarted within a minute");
  }

  function checkImages(): Check {
    const nodes = parts.countImageNodes();
    if (parts.images.isShared || nodes < 2) return parts.images.check();
    return fail(`on the disk of one server, but ${nodes} serve or download images: set IMAGES_URL on all of them`);
  }

  function checkRoles(): Check {
    const { node, leaders, nodes, leaderlessMs } = parts.getCluster();
    const led = LED_ROLES.map((role) => `${role}: ${leaders.get(role) ?? "no leader"}`).join(", ");
    return result(leaderlessMs < MAX_LEADERLESS_MS, `this is ${node}, one of ${nodes}; ${led}`);
  }

  async function checkMail(): Promise<Check> {
    if (!hasMailServer) return pass("no mail server; mails are stored");
    const ids = editions.all().map(({ id }) => id);
    const queues = await listMailQueues(database, ids, toIso(now()));
    const waiting = queues.filter(({ oldestAt }) => oldestAt !== null);
    const late = waiting.filter(({ oldestAt }) => getAgeMs(oldestAt) > MAX_MAIL_AGE_MS);
    if (late.length === 0) return pass(`mails waiting: ${waiting.reduce((sum, { length }) => sum + length, 0)}`);
    return fail(
      late
        .map(({ kind, length, oldestAt }) => `${kind}: ${length} waiting, the oldest for ${toMinutes(oldestAt)} min`)
        .join("; "),
    );
  }

  async function checkLastPoll(): Promise<Check> {
    const { outcomes, upcoming, paused, overdueSince, lastSuccessAt } = await findPollState(database, toIso(now()));
    if (Object.values(outcomes).every((count) => count === 0)) return pass("no feeds");
    const last =
      lastSuccessAt === null ? "no feed polled successfully yet" : `${toMinutes(lastSuccessAt)} min since the last one`;
    const { ok, failing, gone, waiting } = outcomes;
    const total = ok + failing + gone + waiting;
    const findings = [
      last,
      ...(failing > 0 ? [`${failing} of ${total} feeds fail`] : []),
      ...(paused > 0 ? [`${paused} of ${total} wait because their host asked to retry later`] : []),
    ];
    const isRecent = lastSuccessAt !== null && getAgeMs(lastSuccessAt) <= MAX_POLL_AGE_MS;
    const areMostQuiet = upcoming > 0 && upcoming >= failing + paused;
    // A single poll that is overdue for too long is a fault, even while most feeds work and are not yet due.
    const isStuck = getAgeMs(overdueSince) > MAX_POLL_AGE_MS;
    if (isStuck) findings.push(`a feed has been due for ${toMinutes(overdueSince)} min`);
    const doMostFail = failing > ok + gone;
    const isFirst = now() - startedAt < FIRST_POLLS_MS;
    return result(isFirst || (!doMostFail && !isStuck && (isRecent || areMostQuiet)), findings.join("; "));
  }

  function getAgeMs(instant: string | null): number {
    return instant === null ? 0 : now() - Date.parse(instant);
  }

  function toMinutes(instant: string | null): number {
    return Math.floor(getAgeMs(instant) / 60_000);
  }

  async function runChecks(): Promise<Omit<HealthReport, "editionsDigest">> {
    const attempt = (check: () => Promise<Check>, prefix = "") =>
      check().catch((error: Error) => fail(prefix + error.message));
    const [store, disk, editions, pollWorker, mail, lastPoll] = await Promise.all([
      attempt(checkStore, "not writable: "),
      attempt(checkDisk),
      attempt(checkEditions),
      attempt(checkPollWorker),
      attempt(checkMail),
      attempt(checkLastPoll),
    ]);
    const checks = {
      store,
      disk,
      editions,
      pollWorker,
      mail,
      lastPoll,
      images: checkImages(),
      clock: parts.clock.check(),
      roles: checkRoles(),
    };
    return { ready: Object.values(checks).every(({ ok }) => ok), checks };
  }

  return {
    /** Returns the results of all checks, at most a second old. Never rejects. */
    async check(): Promise<HealthReport> {
      if (cached === null || now() - cached.at >= CACHE_MS || now() < cached.at)
        cached = { report: runChecks(), at: now() };
      const { checks, ready } = await cached.report;
      const editionsDigest = editions.getDigest();
      if (!isStopping) return { checks, ready, editionsDigest };
      return {
        editionsDigest,
        checks: { ...checks, stopping: fail("the process is about to end; send requests elsewhere") },
        ready: false,
      };
    },
    isStopping: () => isStopping,
    /** Makes all later checks fail, so that load balancers send requests elsewhere. */
    stop(): void {
      isStopping = true;
    },
  };
}

function result(ok: boolean, detail: string): Check {
  return { ok, detail };
}

function pass(detail: string): Check {
  return result(true, detail);
}

function fail(detail: string): Check {
  return result(false, detail);
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
