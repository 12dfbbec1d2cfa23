import { cutAdts } from "./adts.ts";
import type { Cutter } from "./frames.ts";
import { cutMp3 } from "./mp3.ts";
import { cutOgg } from "./ogg.ts";

const CUTTERS: Record<string, () => Cutter> = {
  "audio/mpeg": cutMp3,
  "audio/mp3": cutMp3,
  "audio/x-mpeg": cutMp3,
  mp3: cutMp3,
  "audio/aac": cutAdts,
  "audio/aacp": cutAdts,
  "audio/x-aac": cutAdts,
  aac: cutAdts,
  "application/ogg": cutOgg,
  "audio/ogg": cutOgg,
  "audio/opus": cutOgg,
  "audio/vorbis": cutOgg,
  ogg: cutOgg,
};

/** How to cut a stream of a media type, or a file by its ending; null where neither is known. */
export function cutterOf(type: string): Cutter | null {
  return CUTTERS[type.split(";")[0]?.trim().toLowerCase() ?? ""]?.() ?? null;
}
