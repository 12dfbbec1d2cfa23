/** Formats an ISO 8601 instant in American newspaper style: "7:30 p.m.", "7 p.m.", "noon", "midnight". */
export function displayTime(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  const parts = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const { hour, minute } = parts;
  const dayPeriod = parts.dayPeriod === "AM" ? "a.m." : "p.m.";
  if (minute !== "00") return `${hour}:${minute} ${dayPeriod}`;
  if (hour === "12") return dayPeriod === "a.m." ? "midnight" : "noon";
  return `${hour} ${dayPeriod}`;
}
