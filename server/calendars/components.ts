import ICAL from "ical.js";

const EVENT = /^BEGIN:VEVENT[ \t]*\r?\n[\s\S]*?^END:VEVENT[ \t]*\r?$/gim;

/**
 * Takes an iCalendar file apart. Each event is parsed by itself, so that one that is written wrongly does not cost the
 * others.
 *
 * @throws {Error} where the text is no iCalendar
 */
export function openCalendar(text: string): ICAL.Component {
  const parsed = ICAL.parse(
    text
      .replaceAll(EVENT, "")
      .replaceAll(/(\r?\n){2,}/g, "\r\n")
      .trim(),
  );
  // Several calendars may stand in a file, one after the other.
  const roots = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown as string[][];
  const calendar = roots.map((root) => new ICAL.Component(root)).find(({ name }) => name === "vcalendar");
  if (!calendar) throw new Error("There is no calendar in it.");
  for (const [source] of text.matchAll(EVENT)) {
    const event = parseEvent(source);
    if (event) calendar.addSubcomponent(event);
  }
  return calendar;
}

function parseEvent(source: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(source));
  } catch {
    return null;
  }
}
