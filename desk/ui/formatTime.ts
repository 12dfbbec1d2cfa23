/** How a person reads times: the edition's zone, and the language of the desk. */
interface Place {
  timeZone: string;
  language: string;
}

/** Formats an instant (ISO 8601) as a newspaper writes a time: "2:02 p.m.", "noon"; in other languages as they do. */
export function formatTime(instant: string, { timeZone, language }: Place): string {
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone }).format(new Date(instant));
  return language.startsWith("en") ? time.replace(/\s?AM$/, "\u00a0a.m.").replace(/\s?PM$/, "\u00a0p.m.") : time;
}

/** Formats an instant as a date and a time: "Nov. 26, 2026, 2:02 p.m.". @param now ISO 8601; on its day, the time suffices */
export function formatMoment(instant: string, place: Place, now: string): string {
  const toDay = (at: string) =>
    new Intl.DateTimeFormat(place.language, { dateStyle: "medium", timeZone: place.timeZone }).format(new Date(at));
  const time = formatTime(instant, place);
  return toDay(instant) === toDay(now) ? time : `${toDay(instant)}, ${time}`;
}
