import type { Readable } from "node:stream";
import type { Logger } from "pino";
import { backoffMs } from "../../core/backoff.ts";
import { toMessage } from "../../core/toMessage.ts";
import type { StationConfig } from "../editions/schema/radioSchema.ts";
import type { Parsers } from "../isolation/parsers.ts";
import type { Outbound } from "../net/outbound.ts";
import type { AudioChunk, Framer } from "./formats/audioChunk.ts";
import { createFramerFor } from "./formats/framerFor.ts";
import { createIcyParser } from "./metadata/icy.ts";
import { parseIcyMetadata, parseTrack, type Track } from "./metadata/track.ts";

export interface StationSource {
  config: StationConfig;
  outbound: Outbound;
  parsers: Pick<Parsers, "parse">;
  log: Logger;
}

interface Options extends Pick<StationSource, "config" | "outbound"> {
  /** Called when bytes arrive, unless earlier bytes already wait for `flush`. */
  onReadable(): void;
  onChunk(chunk: AudioChunk): void;
  onTrack(track: Track | null): void;
  /** @param reason a sentence */
  onLost(reason: string): void;
}

const REQUEST_HEADERS = { accept: "audio/*", "icy-metadata": "1" };
const SILENCE_TIMEOUT_MS = 10_000;
/** Delays before reconnecting: short enough that listeners hear a returned station within 15 s. */
const RECONNECT = { firstMs: 500, maxMs: 8000 };

/** Opens the server's only connection to a station. Reconnects until `close` is called. */
export function openUpstream({ config, outbound, onReadable, onChunk, onTrack, onLost }: Options) {
  let isClosed = false;
  let failures = 0;
  let body: Readable | null = null;
  let framer: Framer | null = null;
  let parseIcy: ReturnType<typeof createIcyParser> | null = null;
  let pending: Buffer[] = [];
  let lastHeaders: AudioChunk["oggHeaders"];
  let isPaused = false;
  let silenceTimer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  void connect();

  return {
    flush,
    /** Pauses or resumes reading. During a pause, the timer of `watchSilence` does not run. */
    setPaused(paused: boolean) {
      if (paused === isPaused) return;
      isPaused = paused;
      watchSilence();
      if (paused) body?.pause();
      else body?.resume();
    },
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      disconnect();
    },
  };

  async function connect() {
    try {
      const {
        status,
        headers,
        body: opened,
      } = await outbound.open(config.url, REQUEST_HEADERS, config.private ? config.url : undefined);
      if (isClosed) return void opened.destroy();
      body = opened;
      // Early SHOUTcast servers send no content type and stream only MP3.
      const type = headers["content-type"] ?? "audio/mpeg";
      framer = createFramerFor(type);
      if (status !== 200) return lose(`The station responded with status ${status}.`);
      if (!framer) return lose(`The station responded with ${type.slice(0, 60)}, which cannot be relayed.`);
      const intervalBytes = Number(headers["icy-metaint"]);
      parseIcy = intervalBytes > 0 ? createIcyParser(intervalBytes) : null;
      watchSilence();
      opened.on("data", receive).resume();
      opened.on("error", (error) => body === opened && lose(`The connection failed: ${error.message}.`));
      opened.on("close", () => body === opened && lose("The station closed the connection."));
      opened.on("end", () => body === opened && lose("The station ended the stream."));
    } catch (error) {
      if (!isClosed) lose(toMessage(error));
    }
  }

  function receive(bytes: Buffer) {
    pending.push(bytes);
    if (pending.length === 1) onReadable();
  }

  /**
   * Parses the bytes received since the last call. Calls `onChunk` and `onTrack` for the chunks and tracks in these
   * bytes.
   */
  function flush() {
    if (pending.length === 0) return;
    const bytes = Buffer.concat(pending);
    pending = [];
    for (const part of parseIcy?.(bytes) ?? [bytes]) {
      if ("metadata" in part) {
        const track = parseIcyMetadata(part.metadata);
        if (track) onTrack(track);
      } else for (const chunk of framer?.(part) ?? []) receiveChunk(chunk);
    }
  }

  function receiveChunk(chunk: AudioChunk) {
    failures = 0;
    watchSilence();
    const { oggHeaders } = chunk;
    // Ogg names the track in the headers of each chain.
    if (oggHeaders?.title && oggHeaders !== lastHeaders) onTrack(parseTrack(oggHeaders.title, oggHeaders.artist));
    lastHeaders = oggHeaders ?? lastHeaders;
    onChunk(chunk);
  }

  /** Restarts the timer that reconnects if no whole chunk arrives. While reading is paused, only stops the timer. */
  function watchSilence() {
    clearTimeout(silenceTimer);
    if (isPaused) return;
    const reason = `The station sent no audio for ${SILENCE_TIMEOUT_MS / 1000} s.`;
    silenceTimer = setTimeout(lose, SILENCE_TIMEOUT_MS, reason);
  }

  function lose(reason: string) {
    flush();
    disconnect();
    retryTimer = setTimeout(connect, backoffMs(++failures, RECONNECT));
    onLost(reason);
  }

  function disconnect() {
    clearTimeout(silenceTimer);
    isPaused = false;
    const opened = body;
    body = null;
    framer = null;
    pending = [];
    opened?.destroy();
  }
}
