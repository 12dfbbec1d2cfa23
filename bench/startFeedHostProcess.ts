import { fork } from "node:child_process";
import { once } from "node:events";
import type { FeedHostCommand } from "./feedHostProcess.ts";

export interface FeedHostProcess {
  /** Sends a command and waits until the process has executed it. @returns the feed host's port */
  run(command: FeedHostCommand): Promise<number>;
  stop(): void;
}

export function startFeedHostProcess(): FeedHostProcess {
  const child = fork(new URL("./feedHostProcess.ts", import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    async run(command) {
      const done = once(child, "message");
      child.send(command);
      const [{ port }] = (await done) as [{ port: number }];
      return port;
    },
    stop: () => void child.kill(),
  };
}

/** Returns a different loopback address for each number, so that clients with limits per host see many hosts. */
export function toLoopbackAddress(index: number): string {
  return `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;
}
