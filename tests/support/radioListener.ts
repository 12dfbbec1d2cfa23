import { spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingHttpHeaders } from "node:http";

/** One who listens to a stream, and keeps what was heard. */
export interface RadioListener {
  status: number;
  headers: IncomingHttpHeaders;
  heard(): Buffer;
  /** Waits until what was heard since a place satisfies a test. */
  hears(isEnough: (bytes: Buffer) => boolean, since?: number): Promise<void>;
  ended: Promise<unknown>;
  leave(): void;
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
    for (const look of waiting) look();
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    heard: () => bytes,
    hears: (isEnough, since = 0) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isEnough(bytes.subarray(since))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    ended: new Promise((resolve) => response.once("close", resolve)),
    leave: () => request.destroy(),
  };
}

/** Decodes sound as a player would. @returns ffmpeg's complaints, and the seconds that it sounds */
export async function decode(bytes: Buffer, format: string): Promise<{ complaints: string[]; seconds: number }> {
  const words = ["-v", "error", "-f", format, "-i", "-", "-ar", "8000", "-ac", "1", "-f", "s16le", "-"];
  const decoder = spawn("ffmpeg", words, { stdio: ["pipe", "pipe", "pipe"] });
  let complaints = "";
  let samples = 0;
  decoder.stderr.on("data", (chunk) => {
    complaints += chunk;
  });
  decoder.stdout.on("data", (chunk: Buffer) => {
    samples += chunk.length / 2;
  });
  decoder.stdin.end(bytes);
  await once(decoder, "close");
  return { complaints: complaints.split("\n").filter(Boolean), seconds: samples / 8000 };
}
