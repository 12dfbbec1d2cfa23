import { readdirSync, readFileSync } from "node:fs";

/** Returns the process IDs of a process's children whose command line matches. Linux only. */
export function listChildren(pid: number, command = /./): number[] {
  return attempt(() => readdirSync(`/proc/${pid}/task`), [])
    .flatMap((task) => attempt(() => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8"), "").split(" "))
    .filter((child) => child !== "" && command.test(attempt(() => readFileSync(`/proc/${child}/cmdline`, "utf8"), "")))
    .map(Number);
}

/**
 * Returns the resident memory of a process and its children in MB. Counts the memory of Node's program and libraries
 * once, since the processes share it. Linux only.
 */
export function readTreeMb(pid: number): number {
  const statuses = [pid, ...listChildren(pid)].map((one) =>
    attempt(() => readFileSync(`/proc/${one}/status`, "utf8"), ""),
  );
  const read = (field: string) =>
    statuses.map((status) => Number(new RegExp(`^${field}:\\s*(\\d+)`, "m").exec(status)?.[1] ?? 0) / 1024);
  return read("RssAnon").reduce((sum, mb) => sum + mb, Math.max(...read("RssFile")));
}

/** Returns the result of `read`; `fallback` if `read` throws, since the process may have ended. */
export function attempt<Value>(read: () => Value, fallback: Value): Value {
  try {
    return read();
  } catch {
    return fallback;
  }
}
