/**
 * Formats a time in the reader's time zone: "2:05 p.m.", or of another day "November 20 at 2:05 p.m.", with the year
 * where it is another.
 *
 * @param time milliseconds since 1970, as is `now`
 */
export function formatLocalTime(time: number, now: number): string {
  const format = (at: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", options).format(at);
  const clock = format(time, { hour: "numeric", minute: "2-digit" }).replace(
    /\s*([AP])M$/,
    (_, half: string) => ` ${half.toLowerCase()}.m.`,
  );
  const day = { month: "long", day: "numeric" } as const;
  const dayAndYear = { ...day, year: "numeric" } as const;
  if (format(time, dayAndYear) === format(now, dayAndYear)) return clock;
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return `${format(time, isThisYear ? day : dayAndYear)} at ${clock}`;
}
