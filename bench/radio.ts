import { fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeTestEdition } from "../tests/support/editions.ts";
import { ICECAST_PASSWORD, startIcecast } from "../tests/support/icecast.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";
import { readCpuSeconds, readMemoryMb } from "./machine.ts";
import { startNumberedStream } from "./numberedStream.ts";
import type { ListenersCommand, ListenersReport } from "./radioListeners.ts";
import { formatWhole, printTable } from "./table.ts";

/**
 * `npm run bench:radio`: CPU time and memory per listener of the relay and of Icecast. `-- --seconds 600`: soak test.
 */

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "15" }, listeners: { type: "string", default: "1000,3000" } },
});
const SECONDS = Number(values.seconds);
/** Number of listeners that do not read. */
const SLOW_LISTENERS = 200;
/** Number of listeners that reset their connections. */
const RESET_LISTENERS = 200;
const MOUNT = "/live.mp3";

interface Measurement extends ListenersReport {
  cpuPercent: number;
  /** Memory, in MB, before the listeners connected. */
  memoryBeforeMb: number;
  /** Memory, in MB, when all listeners were connected. */
  memoryStartMb: number;
  memoryEndMb: number;
  /** Number of connections from the relay to Icecast; should be 1. Empty if the listeners use Icecast directly. */
  upstream: string;
  /** Load average of the machine over one minute. */
  load: number;
}

const folder = await temporaryFolder();
const icecast = await startIcecast({ clients: 10_000 });
const stopSource = await startNumberedStream(icecast.allowed, MOUNT, ICECAST_PASSWORD);
const editions = await writeTestEdition(join(folder.path, "editions"), {
  feeds: () => [],
  relays: [],
  radio: {
    stations: [{ port: 8076, name: "Bench", url: icecast.url(MOUNT) }],
    caps: { listeners: 10_000, perAddress: 10_000 },
  },
});
const env = { ALLOW_PRIVATE_HOSTS: icecast.allowed, LOG_LEVEL: "error" };
const site = await startSite({ editions, data: folder.path, env, hasOwnProcess: true });
const relayTarget = { host: new URL(site.url).host, path: "/api/stream?port=8076", pid: site.pid };
const icecastTarget = { host: icecast.allowed, path: MOUNT, pid: icecast.pid() };
const warm = fork(new URL("./radioListeners.ts", import.meta.url));
await send(warm, { kind: "connect", ...relayTarget, count: 1, slow: 0 });
await wait(6000);

const rows: string[][] = [];
for (const count of values.listeners.split(",").map(Number)) {
  const relayed = await measure(relayTarget, count, false);
  const direct = await measure(icecastTarget, count, false);
  rows.push(row(`${count} on the relay`, relayed), row(`${count} on Icecast`, direct), compare(relayed, direct));
}
const maxListeners = Math.max(...values.listeners.split(",").map(Number));
rows.push(
  row(
    `${maxListeners} on the relay, ${SLOW_LISTENERS} slow, ${RESET_LISTENERS} reset`,
    await measure(relayTarget, maxListeners, true),
  ),
);
printTable(
  [
    ...["", "connected", "lost", "CPU %", "kB per listener", "MB at start", "MB at end"],
    ...["first byte p50 ms", "p99 ms", "MB heard", "bytes missed", "upstream", "load"],
  ],
  rows,
);

warm.kill();
await site.stop();
stopSource();
await icecast.close();
await folder.remove();

/** @param isDisturbed true to add slow listeners and listeners that reset their connections */
async function measure(target: typeof relayTarget, count: number, isDisturbed: boolean): Promise<Measurement> {
  const process = fork(new URL("./radioListeners.ts", import.meta.url));
  const memoryBeforeMb = readMemoryMb(target.pid);
  const connect = { kind: "connect", host: target.host, path: target.path } as const;
  await send(process, { ...connect, count, slow: isDisturbed ? SLOW_LISTENERS : 0 });
  const resetting = isDisturbed ? fork(new URL("./radioListeners.ts", import.meta.url)) : null;
  if (resetting) await send(resetting, { ...connect, count: RESET_LISTENERS, slow: 0 });
  const cpuStart = readCpuSeconds(target.pid);
  const memoryStartMb = readMemoryMb(target.pid);
  const since = performance.now();
  if (resetting) await send(resetting, { kind: "reset", count: RESET_LISTENERS });
  await wait(SECONDS * 1000);
  const cpuPercent = ((readCpuSeconds(target.pid) - cpuStart) / (performance.now() - since)) * 100_000;
  const memoryEndMb = readMemoryMb(target.pid);
  const report = await send(process, { kind: "report" });
  const upstream = target === relayTarget ? await countUpstream() : "";
  process.kill();
  resetting?.kill();
  await wait(2000);
  return { ...report, cpuPercent, memoryBeforeMb, memoryStartMb, memoryEndMb, upstream, load: loadavg()[0] ?? 0 };
}

/** Reads the number of Icecast's listeners from Icecast's status page. */
async function countUpstream(): Promise<string> {
  const status = await (await fetch(icecast.url("/status-json.xsl"))).text();
  return /"listeners":(\d+)/.exec(status)?.[1] ?? "";
}

async function send(process: ReturnType<typeof fork>, command: ListenersCommand): Promise<ListenersReport> {
  const done = once(process, "message");
  process.send(command);
  const [report] = (await done) as [ListenersReport];
  return report;
}

function row(name: string, measured: Measurement): string[] {
  const { connected, refusedOrLost, cpuPercent, memoryBeforeMb, memoryStartMb, memoryEndMb } = measured;
  const { firstByteMs, bytes } = measured;
  const kbPerListener = (Math.max(0, memoryEndMb - memoryBeforeMb) * 1024) / Math.max(1, connected);
  return [
    ...[name, formatWhole(connected), formatWhole(refusedOrLost), cpuPercent.toFixed(1), kbPerListener.toFixed(1)],
    ...[memoryStartMb.toFixed(0), memoryEndMb.toFixed(0), firstByteMs.p50.toFixed(1), firstByteMs.p99.toFixed(1)],
    ...[formatWhole(bytes / 1e6), formatWhole(measured.missedBytes), measured.upstream, measured.load.toFixed(1)],
  ];
}

function compare(relayed: Measurement, direct: Measurement): string[] {
  const times = (one: number, other: number) => (other > 0 ? `${(one / other).toFixed(2)} x` : "");
  return [
    ...["  relay / Icecast", "", "", times(relayed.cpuPercent, direct.cpuPercent), "", ""],
    ...[times(relayed.memoryEndMb, direct.memoryEndMb), times(relayed.firstByteMs.p50, direct.firstByteMs.p50)],
    times(relayed.firstByteMs.p99, direct.firstByteMs.p99),
  ];
}
