import { spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingHttpHeaders } from "node:http";
import { createFramerFor } from "../../server/radio/formats/framerFor.ts";
import type { StationView } from "../../server/radio/view.ts";

/** A client that collects the bytes of an endless response. */
export interface RadioListener {
  status: number;
  headers: IncomingHttpHeaders;
  received(): Buffer;
  /** Resolves when the bytes received after the first `from` bytes (by default 0) satisfy a predicate. */
  waitFor(isEnough: (bytes: Buffer) => boolean, from?: number): Promise<void>;
  /** Resolves when the connection is closed. */
  ended: Promise<unknown>;
  disconnect(): void;
}

export async function listen(url: string, headers: Record<string, string> = {}): Promise<RadioListener> {
  const request = get(url, { headers, agent: false });
  request.on("error", () => {});
  const [response] = await once(request, "response");
  let bytes = Buffer.alloc(0);
  const waiting = new Set<() => void>();
  response.on("error", () => {});
  response.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (const check of waiting) check();
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    received: () => bytes,
    waitFor: (isEnough, from = 0) =>
      new Promise((resolve) => {
        const check = () => {
          if (!isEnough(bytes.subarray(from))) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    ended: new Promise((resolve) => response.once("close", resolve)),
    disconnect: () => request.destroy(),
  };
}

/** Follows a station's current track through server-sent events. */
export async function followNowPlaying(url: string) {
  const { waitFor, headers, disconnect } = await listen(url, { accept: "text/event-stream" });
  const parse = (bytes: Buffer): StationView[] =>
    Array.from(bytes.toString("utf8").matchAll(/^data: (.*)\n\n/gm), ([, data]) => JSON.parse(data ?? ""));
  return {
    headers,
    disconnect,
    /** Resolves with the latest event once it satisfies a predicate. */
    async waitFor(isExpected: (view: StationView) => boolean): Promise<StationView> {
      let latest: StationView | undefined;
      await waitFor((bytes) => {
        latest = parse(bytes).at(-1);
        return latest !== undefined && isExpected(latest);
      });
      return latest as StationView;
    },
  };
}

/**
 * Decodes audio with ffmpeg. Removes an incomplete last frame first, except from Ogg.
 *
 * @returns ffmpeg's errors and the duration in seconds
 */
export async function decode(bytes: Buffer, format: string): Promise<{ errors: string[]; seconds: number }> {
  const options = ["-v", "error", "-f", format, "-i", "-", "-ar", "8000", "-ac", "1", "-f", "s16le", "-"];
  const decoder = spawn("ffmpeg", options, { stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  let samples = 0;
  decoder.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  decoder.stdout.on("data", (chunk: Buffer) => {
    samples += chunk.length / 2;
  });
  decoder.stdin.end(format === "ogg" ? bytes : dropCutFrame(bytes, format));
  await once(decoder, "close");
  return { errors: errors.split("\n").filter(Boolean), seconds: samples / 8000 };
}

/** Returns the bytes without an incomplete last frame; returns all bytes if the frames are not consecutive. */
function dropCutFrame(bytes: Buffer, format: string): Buffer {
  const chunks = createFramerFor(format)?.(bytes) ?? [];
  const frames = Buffer.concat(chunks.map((chunk) => chunk.bytes));
  return bytes.subarray(0, frames.length).equals(frames) ? frames : bytes;
}
