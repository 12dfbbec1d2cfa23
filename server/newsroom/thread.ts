import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Following } from "../feeds/follow.ts";
import { startPolling } from "../feeds/poll.ts";
import { openWays } from "../feeds/ways.ts";
import { wantPicturesOf } from "../images/wanted.ts";
import { openLog } from "../log.ts";
import { connectDatabase } from "../store/open.ts";
import type { FromNewsroom, Opening, ToNewsroom } from "./messages.ts";

/** The thread that newsroom.ts starts, with a connection to the store and an outbound client of its own. */
run(workerData as Opening);

function run({ config, editions: first }: Opening): void {
  giveWay();
  const log = openLog(config.LOG_LEVEL, { write: (line) => tell({ kind: "line", line }) });
  const database = connectDatabase(config.DATABASE_URL);
  const told = new Map<number, () => void>();
  const listeners: (() => void)[] = [];
  let editions: readonly Following[] = first;
  let polls = 0;

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
      const shown = new Promise<void>((resolve) => told.set(poll, resolve));
      tell({ kind: "polled", poll, feeds, isNews, since });
      await shown;
    },
  });

  parentPort?.on("message", (message: ToNewsroom) => {
    if (message.kind === "stop") return void stop();
    if (message.kind === "editions") {
      editions = message.editions;
      for (const listener of listeners) listener();
      return;
    }
    told.get(message.poll)?.();
    told.delete(message.poll);
  });

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
    setPriority(0, 10);
  } catch {
    // Where it is refused, feeds are read at the same priority.
  }
}
