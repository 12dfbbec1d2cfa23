import { copyFile, open, readFile, rename } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { type DrillFault, FAULTS, restart, until } from "./faults.ts";

const DAY_SECONDS = 86_400;
const PAGE_BYTES = 4096;
/** Text of rows that the site never uses. The drill may therefore damage the rows' pages in the store's file. */
const MARKER = "the drill damages this row ";

/** Faults that a site must detect in its own clock, store and log. */
const TRUTH_FAULTS: readonly DrillFault[] = [
  {
    name: "the clock is 400 days ahead at a start, and back",
    isRestart: true,
    getObstacle: ({ setClock }) => (setClock ? null : "libfaketime is not installed (Debian: faketime)"),
    async run(context) {
      const { stage, monitor, phase } = context;
      await stage.setClock?.(400 * DAY_SECONDS);
      // Restarts the site: a start runs jobs that delete old data. With a wrong clock, they could delete messages.
      await restart(context, "SIGTERM");
      await until("/readyz names the clock", () => monitor.failed()?.includes("clock"));
      await stage.setClock?.(0);
      await until("the clock is trusted again", () => phase.log().includes('"msg":"clock is trusted again"'));
    },
  },
  {
    name: "the store's file is replaced, and moved back",
    async run({ stage: { file }, monitor, holdMs }) {
      await copyFile(file, `${file}.other`);
      await rename(file, `${file}.opened`);
      try {
        await rename(`${file}.other`, file);
        await until("/readyz names the store", () => monitor.failed()?.includes("store"));
        await wait(holdMs);
      } finally {
        await rename(`${file}.opened`, file);
      }
    },
  },
  {
    name: "a page of the store is damaged, and restored before a new start",
    isRestart: true,
    async run(context) {
      const { stage, monitor, phase } = context;
      const position = await addMarkedRows(stage.file);
      const handle = await open(stage.file, "r+");
      const page = Buffer.alloc(PAGE_BYTES);
      try {
        await handle.read(page, 0, PAGE_BYTES, position);
        await handle.write(Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, position);
        await until("/readyz names the store", () => monitor.failed()?.includes("store"));
        await until("the log says what to do", () => phase.log().includes('"msg":"store damaged: restore a backup"'));
      } finally {
        await handle.write(page, 0, PAGE_BYTES, position);
        await handle.close();
      }
      await restart(context, "SIGTERM");
    },
  },
  {
    name: "nothing reads the log",
    async run({ stage, phase, holdMs }) {
      const resume = stage.site().pauseOutput();
      try {
        // `noisyLibrary.ts` writes more than the pipe and the server can hold.
        process.kill(stage.site().pid, "SIGUSR2");
        await wait(holdMs);
      } finally {
        resume();
      }
      await until("the log counts the lost lines", () => phase.log().includes('"msg":"log lines dropped'));
    },
  },
];

export const ALL_FAULTS: readonly DrillFault[] = [...FAULTS, ...TRUTH_FAULTS];

/** Adds rows that fill pages of the store's file. Returns the position of a page that contains only added rows. */
async function addMarkedRows(file: string): Promise<number> {
  const store = new DatabaseSync(file, { timeout: 10_000 });
  store.exec("create table if not exists drill_rows (id integer primary key, text text)");
  const insert = store.prepare("insert into drill_rows (text) values (?)");
  for (let number = 0; number < 20; number++) insert.run(MARKER.repeat(100));
  // Tries again until the rows are in the file, since a reader may delay a checkpoint.
  const findRow = async () => (await readFile(file)).lastIndexOf(MARKER.repeat(50));
  let position = -1;
  for (let tries = 0; position < 0 && tries < 100; tries++) {
    store.exec("pragma wal_checkpoint(truncate)");
    position = await findRow();
    if (position < 0) await wait(100);
  }
  store.close();
  if (position < 0) throw new Error("The rows are not in the store's file.");
  return position - (position % PAGE_BYTES);
}
