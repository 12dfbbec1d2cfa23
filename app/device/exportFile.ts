import type { SettingName } from "../ui/readerSettings.ts";
import type { DeviceData, SavedStory } from "./deviceData.ts";

/** The JSON file that readers export and import. Names and shape must not change, since readers have such files. */
export interface ExportFile extends DeviceData {
  format: typeof FORMAT;
  version: 1;
  edition: string;
  /** ISO 8601. */
  exportedAt: string;
  choices: Partial<Record<SettingName, string>>;
}

export const FORMAT = "broadsheet-my-page";

export function writeExport(data: DeviceData, choices: ExportFile["choices"], edition: string, now: number): string {
  const exportedAt = new Date(now).toISOString();
  const saved = data.saved.map(toExported);
  const file: ExportFile = { format: FORMAT, version: 1, edition, exportedAt, choices, ...data, saved };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Removes deck and text unless the publisher permits exporting them. An import fetches the removed parts again. */
function toExported({ rights, ...saved }: SavedStory): SavedStory {
  const isOwn = saved.story.source === null;
  return isOwn || rights?.mayExport ? saved : { ...saved, story: { ...saved.story, deck: "" }, bodyHtml: null };
}
