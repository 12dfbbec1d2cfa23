import type { Logger } from "pino";
import type { StationFile } from "../editions/radioSchema.ts";
import type { Outbound } from "../net/outbound.ts";
import { readStatus } from "./metadata/statusJson.ts";
import type { Track } from "./metadata/title.ts";

interface Options {
  file: StationFile;
  outbound: Outbound;
  log: Logger;
  isNeeded(): boolean;
  onTrack(track: Track | null): void;
  onState(isReached: boolean): void;
}

const EVERY_MS = 10_000;
/** The first look waits for what the stream itself says. */
const FIRST_MS = 1000;

/** Asks the station's server what is playing, while that is needed. @returns how to end it */
export function pollStatus({ file, outbound, log, isNeeded, onTrack, onState }: Options): () => void {
  const { statusUrl } = file;
  if (!statusUrl) return () => {};
  let isOver = false;
  let next: NodeJS.Timeout = setTimeout(look, FIRST_MS, statusUrl);
  return () => {
    isOver = true;
    clearTimeout(next);
  };

  async function look(address: string) {
    if (isNeeded())
      try {
        const { status, body } = await outbound.get(address, { accept: "application/json" });
        if (status !== 200) throw new Error(`The station's status page answered with status ${status}.`);
        const track = readStatus(body, file.url);
        if (isOver) return;
        onState(track !== undefined);
        if (track !== undefined) onTrack(track);
      } catch (error) {
        if (isOver) return;
        onState(false);
        log.debug({ station: file.name, reason: (error as Error).message }, "radio status not read");
      }
    if (!isOver) next = setTimeout(look, EVERY_MS, address);
  }
}
