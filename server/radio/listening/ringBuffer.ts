import type { Piece } from "./formatSplice.ts";

/** A piece in memory, with the title that was playing. */
interface KeptPiece extends Piece {
  title: string | null;
}

export interface Held {
  ms: number;
  bytes: number;
}

/** The last seconds of a station, for everybody: pieces by their number. */
export interface Ring {
  /** The number of the oldest piece, and that of the next one to come. */
  start(): number;
  end(): number;
  at(number: number): KeptPiece | undefined;
  push(piece: KeptPiece): void;
  /** The number of the first piece of the last so many milliseconds. */
  begin(ms: number): number;
  /** How long all of it sounds, in milliseconds, and how many bytes it has. */
  held(): Held;
  clear(): void;
}

/** Whoever lags further behind is moved forward. */
const KEPT_MS = 20_000;
/** For a stream whose frames say that they sound for no time. */
const KEPT_BYTES = 4 * 1024 * 1024;

export function openRing(): Ring {
  let pieces: KeptPiece[] = [];
  let start = 0;
  let ms = 0;
  let bytes = 0;

  return {
    start: () => start,
    end: () => start + pieces.length,
    at: (number) => pieces[number - start],
    push(piece) {
      pieces.push(piece);
      ms += piece.ms;
      bytes += piece.bytes.length;
      while (pieces.length > 1 && (ms > KEPT_MS || bytes > KEPT_BYTES)) {
        const [oldest] = pieces.splice(0, 1);
        ms -= oldest?.ms ?? 0;
        bytes -= oldest?.bytes.length ?? 0;
        start++;
      }
    },
    begin(wanted) {
      let number = start + pieces.length;
      for (let found = 0; number > start && found < wanted; ) found += pieces[--number - start]?.ms ?? 0;
      return number;
    },
    held: () => ({ ms, bytes }),
    clear() {
      start += pieces.length;
      pieces = [];
      ms = 0;
      bytes = 0;
    },
  };
}
