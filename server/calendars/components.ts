import ICAL from "ical.js";

const BEGIN_EVENT = /^BEGIN:VEVENT[ \t]*$/i;
const END_EVENT = /^END:VEVENT[ \t]*$/i;
/** Maximum number of lines of an event. Longer events are skipped. */
const MAX_EVENT_LINES = 10_000;
/** Texts are cut to this length, in characters, before a regular expression is applied to them. */
export const MAX_CUT_LENGTH = 3000;
/** Matches a property whose dates lack the parameter `VALUE=DATE`. The parser would read them as times. */
const UNDECLARED_DATE = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;(?!VALUE=)[^:;]*)*):(\d{8}(?:,\d{8})*)\s*$/i;
/** Matches a recurrence rule. */
const RULE = /^(?:RRULE|EXRULE)[;:]/i;

/** Parses events separately, so a malformed event does not affect others. @throws {Error} if the text is no calendar */
export function parseCalendar(text: string): ICAL.Component {
  const { events, rest } = splitEvents(text);
  const parsed = ICAL.parse(rest);
  // For a file with several calendars, `ICAL.parse` returns an array of calendars.
  const roots = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown as string[][];
  const calendar = roots.map((root) => new ICAL.Component(root)).find(({ name }) => name === "vcalendar");
  if (!calendar) throw new Error("The file contains no calendar.");
  for (const lines of events) {
    // An event with a malformed recurrence rule is read without the rule, on its first date only.
    const event = parseEvent(lines) ?? parseEvent(lines.filter((line) => !RULE.test(line)));
    if (event) calendar.addSubcomponent(event);
  }
  return calendar;
}

/** Splits a calendar into complete events and other lines. Drops empty lines, which the parser rejects. */
function splitEvents(text: string): { events: string[][]; rest: string } {
  const events: string[][] = [];
  const rest: string[] = [];
  let event: string[] | null = null;
  let length = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    if (BEGIN_EVENT.test(line)) {
      event = [line];
      length = 1;
    } else if (event === null) rest.push(line);
    else if (END_EVENT.test(line)) {
      if (length < MAX_EVENT_LINES) events.push([...event, line]);
      event = null;
    } else if (++length < MAX_EVENT_LINES) {
      const folded = /^[ \t]/.test(line) ? event.pop() : undefined;
      event.push(folded === undefined ? line : folded + line.slice(1));
    }
  }
  return { events, rest: rest.join("\r\n") };
}

function parseEvent(lines: readonly string[]): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(lines.map(declareDates).join("\r\n")));
  } catch {
    return null;
  }
}

function declareDates(line: string): string {
  return line.length > MAX_CUT_LENGTH ? line : line.replace(UNDECLARED_DATE, "$1$2;VALUE=DATE:$3");
}

/** Returns a property's first value as text; null if it is missing. Converts enumerated values to upper case. */
export function getText(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name);
  if (value === null || value === undefined) return null;
  const text = String(value).slice(0, MAX_CUT_LENGTH).trim();
  return ["status", "class", "method"].includes(name) ? text.toUpperCase() : text;
}
