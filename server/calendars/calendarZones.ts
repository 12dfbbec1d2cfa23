import { isIanaZone, parseKnownZone } from "../feeds/dates/zones.ts";
import { IANA_BY_WINDOWS } from "./windowsZones.ts";

/** Maximum number of unknown zone names that are reported, and maximum length of a name in characters. */
const MAX_UNKNOWN = 5;
const MAX_NAME_LENGTH = 60;

export interface ZoneNames {
  /** Returns the zone for a name in a calendar, in a form that Temporal accepts; null if the name is unknown. */
  find(name: string): string | null;
  /** Reports a name that neither `find` nor the calendar knows. */
  reportUnknown(name: string): void;
  listUnknown(): string[];
}

/** Creates the lookup of zones for one calendar. Results are cached, since each date looks up its zone. */
export function createZoneNames(): ZoneNames {
  const known = new Map<string, string | null>();
  const unknown = new Set<string>();
  return {
    find(name) {
      const zone = known.get(name) ?? (known.has(name) ? null : findCalendarZone(name));
      known.set(name, zone);
      return zone;
    },
    reportUnknown(name) {
      if (unknown.size < MAX_UNKNOWN) unknown.add(name.slice(0, MAX_NAME_LENGTH));
    },
    listUnknown: () => [...unknown],
  };
}

/**
 * Finds a zone by its IANA name, its name in Windows, an abbreviation, or an offset such as GMT-0500; null for other
 * names. Accepts a prefix before an IANA name, such as `/mozilla.org/20050126_1/`.
 */
export function findCalendarZone(name: string): string | null {
  const text = name.trim().replace(/^["']|["']$/g, "");
  const parts = text.split("/").filter(Boolean);
  const names = [
    text,
    ...[3, 2, 1].filter((count) => count < parts.length).map((count) => parts.slice(-count).join("/")),
  ];
  const iana = names.find((each) => /\p{L}/u.test(each) && isIanaZone(each));
  if (iana !== undefined) return iana;
  const plain = text.replace(/^tzone:\/\/Microsoft\//i, "").replace(/^\((?:UTC|GMT)[^()]{0,10}\)\s*/i, "");
  const windows = IANA_BY_WINDOWS.get(plain.toLowerCase());
  if (windows !== undefined) return windows;
  const zone = parseKnownZone(plain);
  return typeof zone === "number" ? formatOffset(zone) : zone;
}

/** Formats minutes east of UTC as Temporal reads them: "-05:00". */
function formatOffset(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
}
