import type { HistoryEntry } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { formatMoment, type Place } from "../ui/formatTime.ts";

/** Returns an entry's name: the name that a person gave it, else "Version 3" or "Autosave". */
export function getEntryName({ kind, number, name }: HistoryEntry): string {
  const texts = getTexts().versions;
  return name ?? (kind === "version" ? texts.version(number) : texts.autosave);
}

/** Returns "Live now" for the version that readers see, "Published" for a former one; null for unpublished versions. */
export function getMark({ published }: HistoryEntry): string | null {
  return published && getTexts().versions.published[published];
}

/** Describes an entry in a line: "Version 3, Nov. 26, 2:02 p.m., Ben Cole · Live now". */
export function describeEntry(entry: HistoryEntry, place: Place): string {
  const mark = getMark(entry);
  const line = [getEntryName(entry), formatMoment(entry.at, place), entry.by].join(", ");
  return mark === null ? line : `${line} · ${mark}`;
}
