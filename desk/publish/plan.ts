import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { AlertLevel } from "../../server/store/schema/newsroomSchema.ts";
import { toLocalTime } from "../ui/localTime.ts";

/** Properties of the dialogs that publish and withdraw a story. */
export interface PublishDialogProps {
  edition: MyEdition;
  story: StoryView;
  /** Saves unsaved changes. Resolves to the revision that will be published. */
  flush(): Promise<number>;
  /** Called after the story was published, scheduled, corrected or withdrawn. */
  onDone(): void;
  onClose(): void;
}

/** Way in which readers learn of a change to a published story. */
export type ChangeKind = "silent" | "update" | "correction";

/** A person's decisions before a story is published. */
export interface Plan {
  /** True to publish at the time `at`, false to publish at once. */
  isLater: boolean;
  /**
   * Time of publication, ISO 8601; null until the person has entered a complete time, undefined while the server converts
   * the time.
   */
  at: string | null | undefined;
  change: ChangeKind | null;
  correction: string;
  hasAlert: boolean;
  alertLevel: AlertLevel;
  alertText: string;
  /** End of the alert, as `at`. */
  alertUntil: string | null | undefined;
}

const HOUR_MS = 3_600_000;
/** Default duration of an alert, in hours. */
const ALERT_HOURS = 6;

/** Returns the plan with which the dialog opens. */
export function createPlan({ state, publishAt }: Pick<StoryView, "state" | "publishAt">): Plan {
  const isLater = state === "scheduled" && publishAt !== null;
  return {
    isLater,
    at: isLater ? publishAt : null,
    change: null,
    correction: "",
    hasAlert: false,
    alertLevel: "breaking",
    alertText: "",
    alertUntil: null,
  };
}

const MINUTE_MS = 60_000;
/** Minimum time, in ms, from now to the suggested publication, so that the person can read the dialog's last step. */
const MIN_LEAD_MS = 10 * MINUTE_MS;

/** Returns the changes that make a plan publish now or later. Suggests a full hour in the edition's time zone. */
export function setLater({ at }: Plan, isLater: boolean, timeZone: string, nowMs: number): Partial<Plan> {
  return isLater && !at ? { isLater, at: toNextHour(nowMs + MIN_LEAD_MS, timeZone) } : { isLater };
}

/** Returns the first full hour of a time zone at or after an instant, as ISO 8601. */
function toNextHour(ms: number, timeZone: string): string {
  const minuteMs = Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
  // Some time zones differ from UTC by half hours, so their full hours differ from UTC's.
  const minutes = Number(toLocalTime(new Date(minuteMs).toISOString(), timeZone).slice(-2));
  return new Date(minuteMs + ((60 - minutes) % 60) * MINUTE_MS).toISOString();
}

/**
 * Returns the changes that add an alert to a plan, or remove the plan's alert. An added alert ends ALERT_HOURS after
 * the story appears, rounded up to a full hour in the edition's time zone.
 */
export function toggleAlert({ isLater, at }: Plan, hasAlert: boolean, timeZone: string, nowMs: number): Partial<Plan> {
  const startMs = isLater && at ? Date.parse(at) : nowMs;
  return hasAlert ? { hasAlert, alertUntil: toNextHour(startMs + ALERT_HOURS * HOUR_MS, timeZone) } : { hasAlert };
}

/** A fault of the plan, named after its field or its kind. */
export type PlanFault = "converting" | "time" | "past" | "change" | "correction" | "alertText" | "alertUntil";

/**
 * Returns the first fault of a plan's time; null for none. For a change of a published story, checks instead how
 * readers learn of the change.
 */
export function findTimeFault(
  { isLater, at, change, correction }: Plan,
  isChange: boolean,
  nowMs: number,
): PlanFault | null {
  if (isChange) {
    if (change === null) return "change";
    return change === "correction" && !correction.trim() ? "correction" : null;
  }
  if (!isLater) return null;
  if (at === undefined) return "converting";
  if (at === null) return "time";
  return Date.parse(at) <= nowMs ? "past" : null;
}

/** Returns the first fault of a plan's alert; null for none. */
export function findAlertFault({ hasAlert, alertText, alertUntil }: Plan): PlanFault | null {
  if (!hasAlert) return null;
  if (!alertText.trim()) return "alertText";
  if (alertUntil === undefined) return "converting";
  return alertUntil === null ? "alertUntil" : null;
}

/** Converts a plan to the fields of the request that publishes the story. */
export function toPublication(plan: Plan, isChange: boolean) {
  const { isLater, at, change, correction, hasAlert, alertLevel, alertText, alertUntil } = plan;
  return {
    at: isLater && !isChange ? (at ?? null) : null,
    change: isChange && change !== null ? toChange(change, correction) : null,
    alert: hasAlert && alertUntil ? { level: alertLevel, line: alertText.trim(), until: alertUntil } : null,
  };
}

function toChange(as: ChangeKind, correction: string) {
  return as === "correction" ? { as, text: correction.trim() } : { as };
}
