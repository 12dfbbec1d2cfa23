import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

/** Returns the processor, the number of cores and the Node version, for the heading of a table. */
export function describeMachine(): string {
  const [first] = cpus();
  return `${first?.model.trim()}, ${cpus().length} cores, Node ${process.version}`;
}

export function describeMachineAndLoad(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  return `${describeMachine()}; load of the last 1, 5 and 15 minutes: ${load.join(", ")}`;
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/**
 * Returns the CPU time, in ms, of this thread. Other work on the machine hardly changes the time. The kernel updates
 * the time when the thread leaves the processor, so the thread first pauses for 10 µs.
 */
export function readThreadCpuMs(): number {
  Atomics.wait(cell, 0, 0, 0.01);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Returns the CPU time, in seconds, of a process and its threads. Linux only. */
export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the resident memory of a process in MB. Linux only. */
export function readMemoryMb(pid: number): number {
  return readStatusMb(pid, "VmRSS");
}

/** Returns the largest resident memory in MB since the process started or since `resetPeakMemory`. Linux only. */
export function readPeakMemoryMb(pid: number): number {
  return readStatusMb(pid, "VmHWM");
}

export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

function readStatusMb(pid: number, field: string): number {
  return Number(new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
