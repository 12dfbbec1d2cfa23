/** A fact that has to hold, with what contradicts it. */
export interface Check {
  claim: string;
  faults: readonly string[];
  /** True if a failure is only printed, because the run was too short to judge it. */
  isReportOnly?: boolean;
}

const MAX_SHOWN = 20;

/** Prints checks with what contradicts them. @returns false if one failed */
export function printChecks(checks: readonly Check[]): boolean {
  for (const { claim, faults, isReportOnly } of checks) {
    const outcome = faults.length === 0 ? "holds " : isReportOnly ? "missed" : "FAILED";
    process.stdout.write(`${outcome}  ${claim}\n`);
    for (const fault of faults.slice(0, MAX_SHOWN)) process.stdout.write(`        ${fault}\n`);
  }
  return checks.every(({ faults, isReportOnly }) => isReportOnly || faults.length === 0);
}
