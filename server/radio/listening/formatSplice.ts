import { randomInt } from "node:crypto";
import type { OggHead, Run } from "../formats/frames.ts";
import { beginMp3 } from "../formats/mp3.ts";
import { placePage, readPage } from "../formats/oggPage.ts";

/** What goes on the wire for a run of frames. */
export interface Piece {
  /** For those who heard what went before. */
  bytes: Buffer;
  /** For those who begin here, or missed what went before. */
  entry(): Buffer;
  ms: number;
}

/** Puts what comes from a station and from the loop after one another, so that a decoder takes it for one stream. */
export interface Seam {
  /** @param isNew whether the run's source is another than that of the run before */
  join(run: Run, isNew: boolean): Piece;
}

export function openSeam(): Seam {
  const ogg = openOggSeam();
  return {
    join(run, isNew) {
      if (run.head) return ogg(run, run.head, isNew);
      const entry = run.format.codec === "mp3" ? once(() => beginMp3(run.bytes)) : () => run.bytes;
      return { bytes: isNew ? entry() : run.bytes, entry, ms: run.ms };
    },
  };
}

/**
 * Ogg counts pages and samples, and names its stream. Where a decoder set up for what went before can go on, the new pages
 * are numbered on; where it cannot, a new chain begins with its own header pages.
 */
function openOggSeam(): (run: Run, head: OggHead, isNew: boolean) => Piece {
  let heard: OggHead | null = null;
  let begun: { head: OggHead; pages: Buffer[]; serial: number } | null = null;
  let number = 0;
  let granule = 0n;
  /** What is added to a page's granule. */
  let shift = 0n;

  return (run, head, isNew) => {
    const page = readPage(run.bytes, 0);
    if (!page || page === "more") throw new Error("A run of Ogg is a whole page.");
    let chain: Buffer[] = [];
    if (isNew || head !== heard) {
      if (!begun?.head.setup.equals(head.setup) || begun.head.format.codec !== head.format.codec) {
        const serial = randomInt(2 ** 32);
        begun = { head, serial, pages: head.pages.map((bytes, index) => place(bytes, index, serial)) };
        chain = begun.pages;
        number = chain.length;
        granule = 0n;
      }
      const samples = BigInt(Math.round((run.ms / 1000) * head.format.rate));
      shift = page.granule < 0n ? 0n : granule + samples - page.granule;
      heard = head;
    }
    if (!begun) throw new Error("A page of Ogg comes after its head.");
    if (page.granule >= 0n) granule = page.granule + shift;
    const { serial, pages } = begun;
    const placed = placePage(page.bytes, {
      ...{ isFirst: false, serial, number: number++ },
      granule: page.granule < 0n ? -1n : granule,
    });
    return {
      bytes: Buffer.concat([...chain, placed]),
      entry: once(() => Buffer.concat([...pages, placed])),
      ms: run.ms,
    };
  };

  function place(bytes: Buffer, index: number, serial: number): Buffer {
    return placePage(bytes, { isFirst: index === 0, granule: 0n, serial, number: index });
  }
}

/** A piece is begun with by many at once, or by nobody. */
function once(make: () => Buffer): () => Buffer {
  let made: Buffer | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
