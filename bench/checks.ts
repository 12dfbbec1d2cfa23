/** A claim about a run, and one line per violation of the claim. */
export interface Check {
  claim: string;
  violations: readonly string[];
  /** True if a failure is only printed, since the run was too short to judge it. */
  isReportOnly?: boolean;
}

const MAX_SHOWN = 20;

/** Prints checks with their violations. @returns false if a check failed */
export function printChecks(checks: readonly Check[]): boolean {
  for (const { claim, violations, isReportOnly } of checks) {
    const outcome = violations.length === 0 ? "holds " : isReportOnly ? "missed" : "FAILED";
    process.stdout.write(`${outcome}  ${claim}\n`);
    for (const violation of violations.slice(0, MAX_SHOWN)) process.stdout.write(`        ${violation}\n`);
  }
  return checks.every(({ violations, isReportOnly }) => isReportOnly || violations.length === 0);
}
