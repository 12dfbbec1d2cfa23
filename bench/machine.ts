import { cpus } from "node:os";

/** What it was measured on. */
export function machine(): string {
  const [first] = cpus();
  return `${first?.model.trim()}, ${cpus().length} cores, Node ${process.version}`;
}

/** @param share from 0 to 1: 0.5 is the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/**
 * Milliseconds of a processor that this thread has used so far, which other work on the machine hardly changes. Kernels
 * count it when they take a thread off its processor, so that it steps aside for a moment.
 */
export function processorTime(): number {
  Atomics.wait(cell, 0, 0, 0.01);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
