/** Plan of a run that causes faults, for one server (bench/drill) or several (bench/cluster). */
export interface FaultPlan {
  /** Time, in ms, without faults at the start and at the end, during which the normal state is measured. */
  restMs: number;
  /** Shortest and longest duration of a fault, in ms. */
  holdMs: readonly [number, number];
  /** Shortest and longest time between two faults, in ms. */
  pauseMs: readonly [number, number];
  /** Interval, in ms, between two stories that feeds publish. */
  publishMs: number;
  /** Interval, in ms, between two messages, and between two sign-ups, that readers send. */
  writeMs: number;
  requestsPerSecond: number;
}
