/**
 * Formats a time of day in American newspaper style: "7:30 p.m.", "7 p.m.", "noon", "midnight".
 *
 * @param instant an ISO 8601 instant
 * @param timeZone an IANA time zone name
 */
export function displayTime(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" }).formatToParts(
    new Date(instant),
  );
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const [hour, minute, half] = [part("hour"), part("minute"), part("dayPeriod") === "AM" ? "a.m." : "p.m."];
  if (minute !== "00") return `${hour}:${minute} ${half}`;
  if (hour === "12") return half === "a.m." ? "midnight" : "noon";
  return `${hour} ${half}`;
}
