import { setTimeout as wait } from "node:timers/promises";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import type { Site } from "../../tests/support/site.ts";
import { readMemoryMb } from "../machine.ts";
import { quantile } from "../quantile.ts";
import { attempt, readTreeMb } from "./processes.ts";
import type { Stage } from "./stage.ts";

/** Failed checks, memory use and log of the site since the start of a phase. */
export interface Phase {
  /** Names of the failed checks of /readyz. */
  failed: Set<string>;
  /** Highest memory use of the site's process and its children together, in MB. */
  peakMb: number;
  /** Returns the log of all processes of the site since the phase began. */
  log(): string;
}

export type Monitor = ReturnType<typeof startMonitor>;

const INTERVAL_MS = 250;

/** Starts watching /readyz, the log, and the memory of the site's process and its children. */
export function startMonitor({ site, url }: Stage) {
  const stopping = new AbortController();
  let phase = startPhase();
  let failed: readonly string[] | null = null;
  let memory: number[] = [];
  const running = run();

  function startPhase(): Phase {
    const first = site();
    const offset = first.written().length;
    const seen: Site[] = [first];
    return {
      failed: new Set(),
      peakMb: 0,
      log() {
        if (!seen.includes(site())) seen.push(site());
        return seen.map((one, index) => one.written().slice(index === 0 ? offset : 0)).join("");
      },
    };
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      failed = await readFailedChecks(url);
      for (const name of failed ?? []) phase.failed.add(name);
      // Makes `log` remember the current process. Otherwise, the log of a process that is soon replaced would be lost.
      phase.log();
      phase.peakMb = Math.max(phase.peakMb, readTreeMb(site().pid));
      memory.push(attempt(() => readMemoryMb(site().pid), 0));
      await wait(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    startPhase(): Phase {
      phase = startPhase();
      return phase;
    },
    /** Names of the checks of /readyz that fail now; null while the site does not respond. */
    failed: () => failed,
    /**
     * Returns the memory, in MB, that the site's process retains: the first decile of its resident memory over `ms`.
     * Under constant load, memory rises by half between garbage collections, so only the lowest values count.
     */
    async measureMemoryMb(ms: number): Promise<number> {
      memory = [];
      await wait(ms);
      return quantile(memory, 0.1);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function readFailedChecks(url: string): Promise<string[] | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(scaleLimit(5000)) });
    const { failed } = (await response.json()) as { failed: string[] };
    return failed;
  } catch {
    return null;
  }
}
