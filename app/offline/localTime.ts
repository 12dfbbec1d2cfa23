import type { SiteTexts } from "../../core/language/en/site.ts";

/** Formats a time in the reader's time zone: "at 2:05 p.m.", "November 20 at 2:05 p.m." or the same with the year. */
export function formatLocalTime(timeMs: number, nowMs: number, language: string, { when }: Pick<SiteTexts, "when">) {
  const format = (at: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, options).format(at);
  const clock = when.clock(format(timeMs, { hour: "numeric", minute: "2-digit" }));
  const day = { month: "long", day: "numeric" } as const;
  const dayAndYear = { ...day, year: "numeric" } as const;
  if (format(timeMs, dayAndYear) === format(nowMs, dayAndYear)) return when.today(clock);
  const isThisYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? when.onDay(format(timeMs, day), clock) : when.onDate(format(timeMs, dayAndYear), clock);
}
