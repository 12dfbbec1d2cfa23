import { toCleanLine } from "../../core/controls.ts";
import { formatEditorTime } from "../../core/editorTimes.ts";
import type { Edition } from "../editions/loading/load.ts";
import { EditorError } from "../editorError.ts";
import { type Actor, requireCapability } from "../people/capabilities.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { ALERT_LEVELS } from "../store/schema/newsroomSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { type Alert, findAlert, insertAlert, listCurrentAlerts, updateAlert } from "../store/stories/alerts.ts";
import { recordActions } from "../store/stories/editorLog.ts";
import { MAX_TEXT_LENGTH } from "./officialAlerts.ts";

/** An alert as pages show it. */
export interface ShownAlert {
  id: number;
  level: Alert["level"];
  text: string;
  /** URL or path of a page with details; null for none. */
  link: string | null;
  /** Time at which the alert ends, ISO 8601. */
  until: string;
  /** Authority that sent the alert, and the alert's area; null for an editor's alert. */
  official: { sender: string; area: string } | null;
}

interface AlertEditing {
  database: Database;
  edition: Pick<Edition, "id" | "timeZone">;
  actor: Actor;
  /** ISO 8601. */
  now: string;
}

interface NewAlert extends Pick<Alert, "link"> {
  text: string;
  level: string;
  /** `from` and `until`: ISO 8601. */
  from: string;
  until: string;
}

/** Maximum number of alerts on a page. With more alerts, the news would begin below the first screen. */
const MAX_SHOWN = 3;

/** Returns the alerts that pages show now, sorted by level, then editors' alerts first. @param now ISO 8601 */
export async function readShownAlerts(database: Database, edition: string, now: string): Promise<ShownAlert[]> {
  const alerts = await listCurrentAlerts(database, edition, now);
  return alerts
    .sort(
      (a, b) =>
        ALERT_LEVELS.indexOf(a.level) - ALERT_LEVELS.indexOf(b.level) ||
        Number(a.source_url !== null) - Number(b.source_url !== null),
    )
    .slice(0, MAX_SHOWN)
    .map(({ id, level, line, link, ends_at, sender, area }) => {
      const official = sender === null ? null : { sender, area: area ?? "" };
      return { id, level, text: line, link, until: ends_at, official };
    });
}

/**
 * Adds an alert, which begins immediately if its start is in the past.
 *
 * @throws {EditorError} if the text, the link, the level or a time is unusable
 */
export async function addAlert(editing: AlertEditing, { text, link, level, from, until }: NewAlert): Promise<Alert> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition.id, "send alerts");
  const line = toCleanLine(text);
  if (line === "" || line.length > MAX_TEXT_LENGTH)
    throw new EditorError(`An alert's text has 1 to ${MAX_TEXT_LENGTH} characters; this one has ${line.length}.`);
  if (link !== null && !/^(https?:\/\/[^/\s]|\/(?!\/))\S*$/.test(link))
    throw new EditorError(`The link ${link} is neither an http(s) address nor a path of the site, such as /article/….`);
  const known = ALERT_LEVELS.find((name) => name === level);
  if (!known) throw new EditorError(`The levels are ${ALERT_LEVELS.join(", ")}.`);
  if (until <= from || until <= now)
    throw new EditorError(
      `An alert must end after its start, and in the future; this one ends at ${formatEditorTime(until, edition.timeZone)}.`,
    );
  const state = from <= now ? "current" : "waiting";
  const row = { edition: edition.id, level: known, line, link, starts_at: from, ends_at: until };
  return withWriterLock(database, async (transaction) => {
    const alert = await insertAlert(transaction, { ...row, state });
    await logAlerts(transaction, { edition, editor: actor.name, now }, [
      { action: "alert", before: null, after: alert },
    ]);
    return alert;
  });
}

/** Ends an alert now. @throws {EditorError} if the edition has no such alert, or it has ended */
export async function endAlert(editing: AlertEditing, id: number): Promise<Alert> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition.id, "send alerts");
  return withWriterLock(database, async (transaction) => {
    const before = await findAlert(transaction, edition.id, id);
    if (!before || before.state === "ended") throw new EditorError(`There is no alert ${id} that has not ended.`);
    const after = await updateAlert(transaction, before, { state: "ended", ends_at: now, ended_by: actor.name });
    await logAlerts(transaction, { edition, editor: actor.name, now }, [{ action: "end alert", before, after }]);
    return after;
  });
}

/** Change of an alert. `before` is null for a new alert. */
export interface AlertChange {
  action: "alert" | "begin alert" | "change alert" | "end alert";
  before: Alert | null;
  after: Alert;
}

type Author = { edition: { id: string }; editor: string; now: string };

/** Records changes of alerts in the editors' log. Call this in the transaction that makes the changes. */
export async function logAlerts(transaction: Database, by: Author, changes: readonly AlertChange[]): Promise<void> {
  const { edition, editor, now: at } = by;
  const actions = changes.map((change) => {
    return { edition: edition.id, at, editor, subject: `alert ${change.after.id}`, ...change };
  });
  await recordActions(transaction, actions);
}
