/** Parses a date such as 2025-04-17; returns undefined for anything else and for dates that do not exist. */
export function parseDay(name: string): Temporal.PlainDate | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(name)) return undefined;
  try {
    return Temporal.PlainDate.from(name, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

/** Returns the instant at which a day begins in a time zone, ISO 8601 with milliseconds. */
export function getDayStart(day: Temporal.PlainDate, timeZone: string): string {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
}

/** Returns true if a day ended at least one day ago. Until then, feeds may still deliver stories of the day. */
export function isSettled(day: Temporal.PlainDate, timeZone: string, now: number): boolean {
  return Temporal.PlainDate.compare(day.add({ days: 2 }), toDay(new Date(now).toISOString(), timeZone)) <= 0;
}

/** Returns the date of an instant (ISO 8601) in a time zone. */
export function toDay(instant: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
}
