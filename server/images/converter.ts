import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Conversion, Converted } from "./convert.ts";
import type { Answer } from "./convertProcess.ts";

/** Brings photographs into our sizes, beside the process that answers readers, one after another. */
export interface Converter {
  /** @throws {Error} naming what is wrong with the photograph */
  convert(conversion: Conversion): Promise<Converted>;
  close(): Promise<void>;
}

/** A large photograph takes two seconds where nobody else needs the processor; behind everybody else, much longer. */
const LONGEST_MS = 120_000;
/** An idle process gives its memory back. */
const IDLE_MS = 30_000;
const HEAP_MB = 64;

/** Opens a process that converts; one that does not come back, or dies, is replaced. */
export function openConverter(): Converter {
  let child: ChildProcess | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function end(): void {
    child?.kill("SIGKILL");
    child = null;
  }

  async function run(conversion: Conversion): Promise<Converted> {
    if (isClosed) throw new Error("The converter is closed.");
    clearTimeout(idle);
    child ??= fork(new URL("./convertProcess.ts", import.meta.url), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: "ignore",
    });
    const running = child;
    const done = new AbortController();
    try {
      running.send(conversion);
      const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_MS), done.signal]);
      const [answer] = (await Promise.race([once(running, "message", { signal }), deathOf(running, done.signal)])) as [
        Answer,
      ];
      if ("reason" in answer) throw new Error(answer.reason);
      return answer;
    } catch (error) {
      if ((error as Error).name !== "AbortError") throw error;
      end();
      throw new Error(`It could not be converted within ${LONGEST_MS / 1000} s.`, { cause: error });
    } finally {
      done.abort();
      if (!running.connected) end();
      idle = setTimeout(end, IDLE_MS).unref();
    }
  }

  return {
    convert(conversion) {
      const mine = turn.then(() => run(conversion));
      turn = mine.catch(() => {});
      return mine;
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      end();
      await turn;
    },
  };
}

async function deathOf(child: ChildProcess, signal: AbortSignal): Promise<never> {
  await once(child, "disconnect", { signal });
  throw new Error("Converting it ended the process that did it.");
}
