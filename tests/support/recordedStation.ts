import { readFile } from "node:fs/promises";
import type { Document } from "yaml";
import { MP3_HEADERS, type StationHost, sendInRealTime, startStationHost } from "./stationHost.ts";

const RECORDING = "editions/chicago/media/loop-44100.mp3";
const BYTES_PER_SECOND = 5000;
/** Number of bytes that a listener gets immediately. Chromium plays a stream only after it has received 32 KiB. */
const BURST_BYTES = 60_000;

/** Starts a station that plays a recording at `/live`. It replaces Icecast, which may not be installed. */
export async function startRecordedStation(): Promise<StationHost> {
  const recording = await readFile(RECORDING);
  return startStationHost({
    "/live": (socket) => {
      socket.write(MP3_HEADERS);
      socket.write(recording.subarray(0, BURST_BYTES));
      sendInRealTime(socket, recording, BYTES_PER_SECOND);
    },
  });
}

/** Returns a change that gives an edition one station. */
export const withStation = (url: string) => (edition: Document) =>
  edition.setIn(["radio", "stations"], edition.createNode([{ port: 8076, name: "Meridian Radio", url }]));
