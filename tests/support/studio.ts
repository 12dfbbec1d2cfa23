import { readFile } from "node:fs/promises";
import type { Document } from "yaml";
import { MP3_HEAD, type StationHost, send, startStationHost } from "./stationHost.ts";

const RECORDING = "editions/chicago/media/loop-44100.mp3";
const BYTES_A_SECOND = 5000;
/** As stations do, it begins with its last seconds. Chromium plays no stream before it has 32 kB of it. */
const BURST_BYTES = 60_000;

/** A station that plays a recording over and over, in place of an Icecast that a machine may not have. */
export async function startStudio(): Promise<StationHost> {
  const sound = await readFile(RECORDING);
  return startStationHost({
    "/live": (socket) => {
      socket.write(MP3_HEAD);
      socket.write(sound.subarray(0, BURST_BYTES));
      send(socket, sound, BYTES_A_SECOND);
    },
  });
}

/** Lets an edition have one station, at an address. */
export const withStation = (url: string) => (edition: Document) =>
  edition.setIn(["radio", "stations"], edition.createNode([{ port: 8076, name: "Meridian Radio", url }]));
