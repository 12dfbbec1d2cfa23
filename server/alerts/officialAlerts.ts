import { toInstant } from "../../core/instant.ts";
import { ALERT_SEVERITIES } from "../editions/schema/sectionSchema.ts";
import { type CapInfo, type CapMessage, getMessageKey } from "./capMessages.ts";
import { isPublic, listReplaced } from "./replacedMessages.ts";

/** Alert in force from an authority. `from` and `until` are ISO 8601. */
export interface OfficialAlert {
  /** Identifies the alert among those of a source. Contains the message's key, the text, severity, start and end. */
  key: string;
  identifier: string;
  level: "breaking" | "weather";
  text: string;
  /** Name of the authority. */
  sender: string;
  area: string;
  link: string | null;
  from: string;
  until: string;
}

/** An edition's criteria for the alerts of a source. */
export interface AlertChoice {
  minSeverity: (typeof ALERT_SEVERITIES)[number];
  /** Preferred language, if a message has texts in several languages. */
  language: string;
}

interface Options extends AlertChoice {
  /** Milliseconds since 1970. */
  now: number;
}

type Candidate = Omit<OfficialAlert, "area"> & { areas: string[]; severity: number; sent: string };

/** Longest text of an alert, in characters. On a phone it takes four lines. */
export const MAX_TEXT_LENGTH = 160;
const MAX_AREA_LENGTH = 120;
const MAX_SENDER_LENGTH = 120;
/** Maximum number of alerts per source; the most severe alerts are kept. Pages show three. */
const MAX_ALERTS = 100;
/** Time, in ms, for which an alert without an end is shown. The standard leaves this duration to the recipient. */
const DEFAULT_DURATION_MS = 24 * 60 * 60 * 1000;
const SEVERITIES: readonly string[] = ALERT_SEVERITIES;
/** Types of response that may accompany an all-clear. Any other type, such as "shelter", indicates a danger. */
const HARMLESS_RESPONSES = ["allclear", "assess", "monitor", "none"];

/**
 * Reads the alerts in force from a document with messages of the Common Alerting Protocol. Leaves out tests, drafts,
 * private messages, all-clears, and messages that another message in the document updates or cancels. Each info in the
 * edition's language is an alert with its own severity, areas and response. Infos that differ only in their areas are
 * one alert.
 *
 * @returns the most severe alerts first
 */
export function selectAlerts(
  messages: readonly CapMessage[],
  { language, minSeverity, now }: Options,
): OfficialAlert[] {
  const replaced = listReplaced(messages);
  const lowest = SEVERITIES.indexOf(minSeverity);
  const alerts = new Map<string, Candidate>();
  for (const message of messages) {
    if (!isPublic(message) || !["alert", "update"].includes(message.type)) continue;
    if (replaced.has(getMessageKey(message))) continue;
    for (const info of selectLanguage(message.infos, language)) {
      const alert = toAlert(message, info, now);
      if (!alert || alert.severity < lowest) continue;
      const { areas, ...first } = alerts.get(alert.key) ?? { ...alert, areas: [] };
      alerts.set(alert.key, { ...first, areas: [...areas, ...alert.areas] });
    }
  }
  return [...alerts.values()]
    .sort((a, b) => b.severity - a.severity || compare(b.sent, a.sent) || compare(a.key, b.key))
    .slice(0, MAX_ALERTS)
    .map(({ severity, sent, areas, ...alert }) => {
      return { ...alert, area: shorten([...new Set(areas)].join("; "), MAX_AREA_LENGTH) };
    });
}

/** Returns the infos in a language. If there are none, returns the infos in the first info's language. */
function selectLanguage(infos: readonly CapInfo[], language: string): CapInfo[] {
  const getPrimary = (tag: string) => tag.toLowerCase().split("-")[0];
  const wanted = getPrimary(language);
  const selected = infos.filter((info) => getPrimary(info.language) === wanted);
  return selected.length > 0
    ? selected
    : infos.filter((info) => getPrimary(info.language) === getPrimary(infos[0]?.language ?? ""));
}

/** Converts an info to an alert; undefined for an all-clear, an ended alert, or an alert without a required part. */
function toAlert(message: CapMessage, info: CapInfo, now: number): Candidate | undefined {
  const { from, event, link } = info;
  const headline = info.headline || event;
  if (headline === "" || from === null || info.until === null || isAllClear(info)) return undefined;
  const until = info.until || toInstant(Date.parse(from) + DEFAULT_DURATION_MS);
  if (until === null || Date.parse(until) <= now) return undefined;
  const severity = SEVERITIES.indexOf(info.severity);
  const text = shorten(headline.length > MAX_TEXT_LENGTH ? event || headline : headline, MAX_TEXT_LENGTH);
  return {
    key: JSON.stringify([message.sender, message.identifier, message.sent, text, severity, from, until]),
    identifier: message.identifier,
    level: getLevel(info),
    text,
    sender: shorten(info.authority || message.authority, MAX_SENDER_LENGTH),
    link,
    from,
    until,
    areas: info.areas,
    severity,
    sent: message.sent,
  };
}

function isAllClear({ responseTypes }: CapInfo): boolean {
  return responseTypes.includes("allclear") && responseTypes.every((type) => HARMLESS_RESPONSES.includes(type));
}

function getLevel({ categories, severity }: CapInfo): OfficialAlert["level"] {
  const isBreaking = categories.length > 0 ? !categories.includes("met") : severity === "extreme";
  return isBreaking ? "breaking" : "weather";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
