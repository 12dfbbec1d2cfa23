/** Plan of a run that causes faults, for one server (bench/drill) or several (bench/cluster). Times are in ms. */
export interface FaultPlan {
  /** Time without faults at the start and at the end, during which the normal state is measured. */
  restMs: number;
  /** Shortest and longest duration of a fault. */
  holdMs: readonly [number, number];
  /** Shortest and longest time between two faults. */
  pauseMs: readonly [number, number];
  /** Interval between two stories that feeds publish. */
  publishMs: number;
  /** Interval after which readers send another message and another sign-up. */
  writeMs: number;
  requestsPerSecond: number;
}
