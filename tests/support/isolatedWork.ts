import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { handleRequests } from "../../server/isolation/handleRequests.ts";

/** Functions that the isolation test's child process runs on request. Some succeed, some fail, and some never end. */
const WORK = {
  pid: () => process.pid,
  environment: () => Object.keys(process.env).join(),
  readUsers: () => readFileSync("/etc/passwd", "utf8").length,
  request: () => fetch("http://127.0.0.1:9999").catch(({ cause }) => Promise.reject(cause)),
  child: () => spawnSync("true").status,
  bytes: (body: Uint8Array) => body.length,
  error: () => {
    throw new Error("Line 3 is not an item.");
  },
  exit: () => process.exit(7),
  endlessLoop: () => {
    for (;;);
  },
  objects: () => {
    for (const held: object[] = []; ; ) held.push({});
  },
  /** Splits a text into 30 million parts. In a worker thread, such an array would abort the whole process. */
  split: () => ",".repeat(30_000_000).split(",").length,
  /** Parses 20 million objects. In a worker thread, they would exceed the memory limit and abort the whole process. */
  json: () => JSON.parse(`[${"{},".repeat(20_000_000)}{}]`).length,
};

export interface IsolatedRequest {
  work: keyof typeof WORK;
}

handleRequests(({ work }: IsolatedRequest, body) => WORK[work](body));
