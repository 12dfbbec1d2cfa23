import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Edition } from "../../editions/loading/load.ts";
import { toDrawnLook } from "../../editions/look/drawnLook.ts";
import type { SectionConfig } from "../../editions/schema/schema.ts";
import { DRAWING_REVISION, hashDrawing } from "../../editions/schema/socialImageUrl.ts";
import type { Drawing } from "./draw.ts";

/** Name of the drawn images' folder in DATA_DIR. */
export const DRAWN_FOLDER = "drawn";

export function getDrawingFile(folder: string, drawing: Drawing): string {
  return join(folder, hashDrawing(DRAWING_REVISION, [drawing]));
}

interface DrawnStory {
  title: string;
  slug: string;
  /** Publisher of a feed's story; null for staff stories, since the nameplate names their publisher. */
  source: string | null;
}

/** Returns the social image of a story without a photo: its publisher and headline over a skyline. */
export function toHeadlineDrawing(
  { nameplate, emblem, ...styled }: Pick<Edition, "nameplate" | "emblem" | "look" | "lookFiles">,
  section: Pick<SectionConfig, "name" | "tone" | "scenery">,
  { title, slug, source }: DrawnStory,
): Drawing {
  const { name, tone, scenery } = section;
  const input = {
    headline: title,
    label: source === null ? name : `${source} · ${name}`,
    nameplate,
    emblem,
    look: toDrawnLook(styled),
    tone,
    scenery,
    seed: slug,
  };
  return { kind: "socialImage", input };
}

/** Removes the files drawn from a photo. @param key the photo's key in our URLs */
export async function removePhotoDrawings(folder: string, key: string): Promise<void> {
  for (const kind of ["socialPhoto", "mailPhoto"] as const)
    await rm(getDrawingFile(folder, { kind, key }), { force: true });
}

/** Removes a story's headline drawings, which may exist for each section of an edition. */
export async function removeHeadlineDrawings(folder: string, edition: Edition, story: DrawnStory): Promise<void> {
  for (const section of edition.sections)
    await rm(getDrawingFile(folder, toHeadlineDrawing(edition, section, story)), { force: true });
}
