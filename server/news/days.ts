/** A day such as 2025-04-17 that there is; undefined for anything else. */
export function dayOfName(name: string): Temporal.PlainDate | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(name)) return undefined;
  try {
    return Temporal.PlainDate.from(name, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

/** The instant at which a day begins where the edition is, ISO 8601 with milliseconds, as the store has them. */
export function beginOf(day: Temporal.PlainDate, timeZone: string): string {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
}

/** Whether a day is over for so long that hardly anything comes to it: feeds bring some of its stories on the next one. */
export function isSettled(day: Temporal.PlainDate, timeZone: string, now = Date.now()): boolean {
  return Temporal.PlainDate.compare(day.add({ days: 2 }), dayAt(new Date(now).toISOString(), timeZone)) <= 0;
}

/** The day of an instant where the edition is. */
export function dayAt(instant: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}
