/** Formats a time in the reader's time zone as "at 2:05 p.m.", "November 20 at 2:05 p.m." or "November 20, 2025, at …". */
export function formatLocalTime(timeMs: number, nowMs: number): string {
  const format = (at: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", options).format(at);
  const clock = format(timeMs, { hour: "numeric", minute: "2-digit" }).replace(
    /\s*([AP])M$/,
    (_, dayPeriod: string) => ` ${dayPeriod.toLowerCase()}.m.`,
  );
  const day = { month: "long", day: "numeric" } as const;
  const dayAndYear = { ...day, year: "numeric" } as const;
  if (format(timeMs, dayAndYear) === format(nowMs, dayAndYear)) return `at ${clock}`;
  const isThisYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? `${format(timeMs, day)} at ${clock}` : `${format(timeMs, dayAndYear)}, at ${clock}`;
}
