import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { openWays } from "../../feeds/fetch/openFetcher.ts";
import { startPolling } from "../../feeds/poll.ts";
import { wantPicturesOf } from "../../images/candidates.ts";
import { openLog } from "../../log.ts";
import { connectDatabase } from "../../store/open.ts";
import { take } from "./claim.ts";
import type { FromNewsroom, Opening, ToNewsroom } from "./messages.ts";
import type { Printer } from "./printer.ts";

/** Until then pages have bones where the first stories will be, and readers wait for them, too. */
const HASTE_MS = 8000;
/** A third of the share of a thread that does not give way: where others keep the machine busy, the news still comes. */
const NICENESS = 5;

/** The thread that supervisor.ts starts, with a connection to the store and an outbound client of its own. */
run(workerData as Opening);

function run({ config, editions: first, startedAt, makesPages }: Opening): void {
  setTimeout(giveWay, HASTE_MS).unref();
  const log = openLog(config.LOG_LEVEL, { write: (line) => tell({ kind: "line", line }) });
  const database = connectDatabase(config.DATABASE_URL);
  const shown = new Map<number, () => void>();
  const listeners: (() => void)[] = [];
  let editions = first;
  let polls = 0;
  let isLoading = false;
  let printer: Printer | null = null;

  const ways = openWays(config, () => editions);
  const poller = startPolling({
    editions: { all: () => editions, onChange: (listener) => void listeners.push(listener) },
    ...{ database, ways, log },
    async onPolled(feeds, isNews, since) {
      if (isNews)
        await wantPicturesOf(feeds[0], editions, database).catch((error) =>
          log.error({ feed: feeds[0], err: error }, "pictures of a feed not looked for"),
        );
      const poll = ++polls;
      const isShown = new Promise<void>((resolve) => shown.set(poll, resolve));
      tell({ kind: "polled", poll, feeds, isNews, since });
      await isShown;
    },
  });
  parentPort?.on("message", hear);

  function hear(message: ToNewsroom): void {
    if (message.kind === "stop") void stop();
    else if (message.kind === "make") void make(message);
    else if (message.kind === "shown") {
      shown.get(message.poll)?.();
      shown.delete(message.poll);
    } else {
      editions = message.editions;
      for (const listener of listeners) listener();
    }
  }

  async function make({ job, claim, ...order }: Extract<ToNewsroom, { kind: "make" }>): Promise<void> {
    if (!printer) {
      if (makesPages && !isLoading) void load();
      return tell({ kind: "unready", job });
    }
    if (claim && !take(claim)) return;
    try {
      const printed = await printer.print(order);
      parentPort?.postMessage({ kind: "made", job, printed } satisfies FromNewsroom, [printed.body.buffer]);
    } catch (error) {
      tell({ kind: "unmade", job, reason: (error as Error).message });
    }
  }

  /** Feeds need none of it, and many a site has no page to be made anew for a while. */
  async function load(): Promise<void> {
    isLoading = true;
    const { openPrinter } = await import("./printer.ts");
    printer = await openPrinter({ editions: () => editions, database, startedAt, log });
  }

  async function stop() {
    await Promise.all([ways.close(), poller.stop()]);
    await database.destroy();
    process.exit();
  }
}

function tell(message: FromNewsroom): void {
  parentPort?.postMessage(message);
}

/**
 * Lets the thread that answers readers go first. Linux has a priority for each thread; elsewhere it would be that of the
 * whole process.
 */
function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // Where it is refused, feeds are read at the same priority.
  }
}
