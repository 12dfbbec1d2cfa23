/**
 * `node bench/start.ts`: measures the time from the start of the process to the first front page, with 0, 10,000 and
 * 1,000,000 articles. An option such as `--articles 0,10000` sets other numbers of articles. Needs a build.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { temporaryFolder } from "../tests/support/site.ts";
import { generateStore } from "./generatedStore.ts";
import { describeMachine, readCpuSeconds } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { formatWhole, printTable } from "./table.ts";

const { values } = parseArgs({ options: { articles: { type: "string", default: "0,10000,1000000" } } });
const ROUNDS = 7;

const rows: string[][] = [];
let firstCpu = Number.NaN;
for (const size of values.articles.split(",").map(Number)) {
  const folder = await temporaryFolder();
  const { editions, database } = await generateStore(folder.path, size);
  const [times, cpu]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const child = spawn(process.execPath, ["build/bundle/main.js"], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: "0",
        LOG_LEVEL: "fatal",
        EDITIONS_DIR: editions,
        DATA_DIR: folder.path,
        DATABASE_URL: `sqlite:${database}`,
      },
    });
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    const { status } = await fetch(`http://127.0.0.1:${port}/`);
    if (status !== 200) throw new Error(`The front page returned status ${status}.`);
    times.push(performance.now() - started);
    cpu.push(readCpuSeconds(child.pid ?? 0));
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  const median = quantile(times, 0.5);
  if (rows.length === 0) firstCpu = quantile(cpu, 0.5);
  rows.push([
    `${formatWhole(size)} articles`,
    formatWhole(Math.min(...times)),
    formatWhole(median),
    quantile(cpu, 0.5).toFixed(2),
    (quantile(cpu, 0.5) / firstCpu).toFixed(2),
  ]);
  await folder.remove();
}
process.stdout.write(`\nFrom the start of the process to the first front page (${describeMachine()})\n\n`);
printTable(["", "fastest ms", "median ms", "CPU s", "ratio"], rows);
