import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { HostOrder } from "./host.ts";

/** The feed host in its process. */
export interface HostProcess {
  /** Gives an order and waits until it is done. @returns the port */
  order(order: HostOrder): Promise<number>;
  end(): void;
}

export function startHostProcess(): HostProcess {
  const child = fork(new URL("./host.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return {
    async order(order) {
      const done = once(child, "message");
      child.send(order);
      const [{ port }] = (await done) as [{ port: number }];
      return port;
    },
    end: () => void child.kill(),
  };
}

/** A different address of this machine for every number: a client that keeps to a few requests a host sees many hosts. */
export function loopback(index: number): string {
  return `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}

/** Seconds on the processor that a process has had so far, those of its threads included. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The most memory that a process has had since it began, or since `forgetPeak`, in MB. */
export function peakMemory(pid: number): number {
  const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
