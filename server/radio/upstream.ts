import type { Readable } from "node:stream";
import type { Outbound } from "../net/outbound.ts";
import { cutterOf } from "./formats/framerFor.ts";
import type { Cutter, Run } from "./formats/frames.ts";
import { type IcyReader, openIcyReader } from "./metadata/icy.ts";
import { readIcyText, readTrack, type Track } from "./metadata/title.ts";

/** What comes from a station, in its order. */
export type Heard = { run: Run } | { track: Track | null };

/** The one connection to a station. It is opened again, at growing intervals and for ever, until it is closed. */
export interface Upstream {
  /** Hands over what has come since. */
  flush(): void;
  /** Lets no more come while more is there than anybody can hear. */
  hold(isHeld: boolean): void;
  close(): void;
}

interface Options {
  url: string;
  outbound: Outbound;
  /** Called at the first bytes after a quiet time, so that nobody waits for the next flush. */
  onFirst(): void;
  onHeard(heard: Heard[]): void;
  /** @param reason a sentence */
  onLost(reason: string): void;
}

const SILENCE_MS = 10_000;
/** A station that is back is heard within 15 s: an interval, and the time to connect. */
const INTERVALS_MS = [500, 1000, 2000, 4000, 8000] as const;

export function openUpstream({ url, outbound, onFirst, onHeard, onLost }: Options): Upstream {
  let isClosed = false;
  let attempts = 0;
  let body: Readable | null = null;
  let cutter: Cutter | null = null;
  let icy: IcyReader | null = null;
  let gathered: Buffer[] = [];
  let lastHead: Run["head"];
  let isHeld = false;
  let silence: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  void connect();
  return { flush, hold, close };

  async function connect() {
    try {
      const { status, headers, body: opened } = await outbound.open(url, { accept: "audio/*", "icy-metadata": "1" });
      if (isClosed) return void opened.destroy();
      body = opened;
      // SHOUTcast's first servers say no type, and streamed nothing but MP3.
      const type = headers["content-type"] ?? "audio/mpeg";
      cutter = cutterOf(type);
      if (status !== 200) return lose(`The station answered with status ${status}.`);
      if (!cutter) return lose(`The station answered with ${type.slice(0, 60)}, which is no stream that is relayed.`);
      const interval = Number(headers["icy-metaint"]);
      icy = interval > 0 ? openIcyReader(interval) : null;
      watch();
      opened.on("data", take).resume();
      opened.on("error", (error) => body === opened && lose(`The station broke off: ${error.message}.`));
      opened.on("close", () => body === opened && lose("The station broke off."));
      opened.on("end", () => body === opened && lose("The station ended the stream."));
    } catch (error) {
      if (!isClosed) lose((error as Error).message);
    }
  }

  function take(chunk: Buffer) {
    gathered.push(chunk);
    if (gathered.length === 1) onFirst();
  }

  function flush() {
    if (gathered.length === 0 || !cutter) return;
    const bytes = Buffer.concat(gathered);
    gathered = [];
    const heard = (icy?.push(bytes) ?? [bytes]).flatMap((part) => read(part));
    if (heard.some((one) => "run" in one)) {
      attempts = 0;
      watch();
    }
    if (heard.length > 0) onHeard(heard);
  }

  function read(part: Buffer | { text: Buffer }): Heard[] {
    if ("text" in part) {
      const track = readIcyText(part.text);
      return track ? [{ track }] : [];
    }
    const runs = cutter?.push(part) ?? [];
    return runs.flatMap((run) => [...tracksOf(run), { run }]);
  }

  /** Ogg says its title at the beginning of each chain. */
  function tracksOf({ head }: Run): Heard[] {
    if (!head || head === lastHead) return [];
    lastHead = head;
    return head.title ? [{ track: readTrack(head.title, head.artist) }] : [];
  }

  /** Bytes without a frame in them are silence too. */
  function watch() {
    clearTimeout(silence);
    if (!isHeld) silence = setTimeout(() => lose(`The station was silent for ${SILENCE_MS / 1000} s.`), SILENCE_MS);
  }

  function hold(held: boolean) {
    if (held === isHeld) return;
    isHeld = held;
    watch();
    if (held) body?.pause();
    else body?.resume();
  }

  function lose(reason: string) {
    flush();
    drop();
    const interval = INTERVALS_MS[Math.min(attempts++, INTERVALS_MS.length - 1)];
    retry = setTimeout(connect, interval);
    onLost(reason);
  }

  function drop() {
    clearTimeout(silence);
    isHeld = false;
    const dropped = body;
    body = null;
    cutter = null;
    gathered = [];
    dropped?.destroy();
  }

  function close() {
    isClosed = true;
    clearTimeout(retry);
    drop();
  }
}
