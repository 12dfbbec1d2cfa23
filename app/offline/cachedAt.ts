/**
 * "2:05 p.m.", and of another day "November 20 at 2:05 p.m.", where the reader is.
 *
 * @param moment milliseconds since 1970, as is `now`
 */
export function wordsOfTime(moment: number, now: number): string {
  const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" })
    .format(moment)
    .replace(/\s*([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}.m.`);
  const day = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", year: "numeric" });
  if (day.format(moment) === day.format(now)) return time;
  const isThisYear = new Date(moment).getFullYear() === new Date(now).getFullYear();
  const date = new Intl.DateTimeFormat("en-US", {
    month: "long",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  }).format(moment);
  return `${date} at ${time}`;
}
