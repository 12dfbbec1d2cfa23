/** `node bench/start.ts`: from the start of the process to its first page, with nothing, with ten thousand and with a million stories. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { temporaryFolder } from "../tests/support/site.ts";
import { machine, quantile } from "./figures.ts";
import { makeStore } from "./store.ts";
import { printTable, whole } from "./table.ts";

const ROUNDS = 7;

const rows: string[][] = [];
let none = Number.NaN;
for (const size of [0, 10_000, 1_000_000]) {
  const folder = await temporaryFolder();
  const { editions, database } = await makeStore(folder.path, size);
  const [times, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const child = spawn(process.execPath, ["server/main.ts"], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        ...process.env,
        ...{ NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "fatal" },
        ...{ EDITIONS_DIR: editions, DATA_DIR: folder.path, DATABASE_URL: `sqlite:${database}` },
      },
    });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    const { status } = await fetch(`http://127.0.0.1:${port}/`);
    if (status !== 200) throw new Error(`The front page was answered with ${status}.`);
    times.push(performance.now() - started);
    busy.push(await cpuSeconds(child.pid ?? 0));
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  const median = quantile(times, 0.5);
  if (size === 0) none = quantile(busy, 0.5);
  rows.push([
    `${whole(size)} articles`,
    whole(Math.min(...times)),
    whole(median),
    quantile(busy, 0.5).toFixed(2),
    (quantile(busy, 0.5) / none).toFixed(2),
  ]);
  await folder.remove();
}
process.stdout.write(`\nFrom the start of the process to the first 200 (${machine()})\n\n`);
printTable(["", "fastest ms", "median ms", "CPU s", "of none"], rows);

/** What a process has used of the processors so far, all its threads together. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
