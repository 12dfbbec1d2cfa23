import { type Random, shuffle } from "../../core/random.ts";
import type { FaultPlan } from "../faultPlan.ts";
import { type ClusterFault, FAULTS, type FaultKind } from "./faults.ts";

export interface ClusterPlan extends FaultPlan {
  /** Number of pages that readers request, one after the other. */
  pages: number;
  /** Maximum duration, in ms, of all faults together; null for a short run, which judges no duration. */
  maxFaultsMs: number | null;
  /** Faults in the order in which they are caused. */
  faults: readonly ClusterFault[];
}

export const PAGES_PER_EDITION = 6;
/** Number of faults of each kind in ten minutes. Kills and freezes are distributed evenly over the roles' leaders. */
const FAULTS_PER_TEN_MINUTES: Record<FaultKind, number> = { kill: 25, freeze: 25, restart: 5, partition: 3 };

/** @param length in minutes; "short" causes each fault once, "check" one fault of each kind */
export function createPlan(length: number | "short" | "check", random: Random): ClusterPlan {
  const common = { writeMs: 1000, requestsPerSecond: 50, maxFaultsMs: null };
  if (length === "check") {
    const faults = [...new Map(FAULTS.toReversed().map((fault) => [fault.kind, fault])).values()];
    const times: Pick<ClusterPlan, "holdMs" | "pauseMs"> = { holdMs: [500, 1500], pauseMs: [200, 500] };
    return {
      ...common,
      ...times,
      restMs: 500,
      publishMs: 2500,
      requestsPerSecond: 10,
      pages: PAGES_PER_EDITION,
      faults: shuffle(faults, random),
    };
  }
  if (length === "short") {
    const times: Pick<ClusterPlan, "holdMs" | "pauseMs"> = { holdMs: [2000, 7000], pauseMs: [500, 1000] };
    return { ...common, ...times, restMs: 8000, publishMs: 1500, pages: 30, faults: shuffle(FAULTS, random) };
  }
  const maxFaultsMs = length * 60_000;
  // Keeps faults short, since there are 25 kills, and a killed node needs 10 s to start again.
  const times: Pick<ClusterPlan, "holdMs" | "pauseMs"> = { holdMs: [1000, 4000], pauseMs: [500, 1000] };
  const writeMs = Math.max(1000, maxFaultsMs / 400);
  const faults = chooseFaults(length, random);
  return { ...common, ...times, restMs: 30_000, publishMs: 1000, pages: 300, writeMs, maxFaultsMs, faults };
}

/** Returns the faults of a run of `minutes`, in random order. */
function chooseFaults(minutes: number, random: Random): ClusterFault[] {
  const kinds = Object.entries(FAULTS_PER_TEN_MINUTES) as [FaultKind, number][];
  const chosen = kinds.flatMap(([kind, perTenMinutes]) => {
    const faults = shuffle(
      FAULTS.filter((fault) => fault.kind === kind),
      random,
    );
    const count = Math.ceil((perTenMinutes * minutes) / 10);
    return Array.from({ length: count }, (_, index) => faults[index % faults.length] as ClusterFault);
  });
  return shuffle(chosen, random);
}
