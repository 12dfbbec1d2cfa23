import { findNearest } from "../yaml/nearest.ts";

/** Zones of the United States by the names and the letters that people use for them. */
const BY_NAME: Record<string, string> = {
  eastern: "America/New_York",
  e: "America/New_York",
  central: "America/Chicago",
  c: "America/Chicago",
  mountain: "America/Denver",
  m: "America/Denver",
  pacific: "America/Los_Angeles",
  p: "America/Los_Angeles",
  alaska: "America/Anchorage",
  ak: "America/Anchorage",
  hawaii: "Pacific/Honolulu",
  h: "Pacific/Honolulu",
};
/** Matches names of zones of the United States: "US/Eastern", "Eastern Time", "EST" or "EDT". */
const US_ZONE = /^(?:us\/)?(?:(eastern|central|mountain|pacific|alaska|hawaii)\b.*|(e|c|m|p|ak|h)[sd]?t)$/;
/** Matches names of zones that keep one offset the whole year, such as EST, UTC, Etc/GMT+5 and -05:00. */
const FIXED_ZONE = /^(EST|MST|UTC|UCT|GMT.*|Zulu|Universal|Greenwich|Etc\/.*|[+-]\d.*)$/i;

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Returns the zone that was meant by a name, such as "New York", "Eastern" or "CST"; undefined if none is similar. */
export function findNearestZone(name: string): string | undefined {
  const [, region = "", letters = ""] = US_ZONE.exec(name.trim().toLowerCase()) ?? [];
  const known = BY_NAME[region] ?? BY_NAME[letters];
  if (known) return known;
  const zones = Intl.supportedValuesOf("timeZone");
  const cities = zones.map((zone) => zone.slice(zone.lastIndexOf("/") + 1));
  const city = findNearest(name.slice(name.lastIndexOf("/") + 1).split(",")[0] ?? "", cities);
  return findNearest(name, zones) ?? zones[cities.indexOf(city ?? "")];
}

/** Returns advice against a fixed zone such as EST; undefined for other zones. */
export function describeFixedZone(timeZone: string): string | undefined {
  if (!FIXED_ZONE.test(timeZone)) return undefined;
  return `${timeZone} has no daylight saving time, so times are an hour off in summer; name the zone of the place, such as ${getPlaceZone(timeZone)}.`;
}

/** Returns the zone to suggest instead of a fixed zone: "America/Denver" for "MST", "America/New_York" by default. */
export function getPlaceZone(timeZone: string): string {
  return (US_ZONE.test(timeZone.toLowerCase()) ? findNearestZone(timeZone) : undefined) ?? "America/New_York";
}
