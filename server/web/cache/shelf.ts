import type { Finished } from "./kept.ts";

/** An answer on the shelf. */
export interface Kept {
  key: string;
  finished: Finished;
  /** Makes it anew, as its address would be answered now. */
  renew: () => Promise<Finished>;
  /** Milliseconds since 1970. */
  askedAt: number;
  /** When what it says changed last. */
  changedAt: number;
  isThorough: boolean;
}

/** Finished answers by their keys, by what they show, and by when they were asked for last. */
export interface Shelf {
  /** Undefined where there is none; counts as being asked for. */
  take(key: string): Kept | undefined;
  put(kept: Kept): void;
  drop(key: string): void;
  /** Puts a new content in place of the old one, where it stands. */
  replace(kept: Kept, finished: Finished): void;
  has(kept: Kept): boolean;
  showing(tag: string): Iterable<Kept>;
  /** From the longest unasked to the last asked. */
  all(): Iterable<Kept>;
}

/** Pages asked for within so short a time of each other are equally new. */
const REORDER_MS = 1000;

/**
 * @param bytes what all of it may take; what was not asked for the longest leaves first
 * @param onDrop told of what leaves, and of what another takes the place of
 */
export function openShelf(bytes: number, onDrop: (kept: Kept) => void): Shelf {
  const byKey = new Map<string, Kept>();
  const byTag = new Map<string, Set<Kept>>();
  let size = 0;

  function index(kept: Kept) {
    size += kept.finished.size;
    for (const tag of kept.finished.made.tags) {
      const showing = byTag.get(tag) ?? new Set();
      byTag.set(tag, showing.add(kept));
    }
  }

  function unindex(kept: Kept) {
    size -= kept.finished.size;
    for (const tag of kept.finished.made.tags) {
      const showing = byTag.get(tag);
      showing?.delete(kept);
      if (showing?.size === 0) byTag.delete(tag);
    }
  }

  function drop(key: string) {
    const kept = byKey.get(key);
    if (!kept) return;
    byKey.delete(key);
    unindex(kept);
    onDrop(kept);
  }

  function makeRoom() {
    for (const key of byKey.keys()) {
      if (size <= bytes) return;
      drop(key);
    }
  }

  return {
    take(key) {
      const kept = byKey.get(key);
      if (!kept) return undefined;
      const now = Date.now();
      if (now - kept.askedAt < REORDER_MS) return kept;
      kept.askedAt = now;
      // A map remembers the order in which things were put in.
      byKey.delete(key);
      byKey.set(key, kept);
      return kept;
    },
    put(kept) {
      drop(kept.key);
      byKey.set(kept.key, kept);
      index(kept);
      makeRoom();
    },
    drop,
    replace(kept, finished) {
      if (byKey.get(kept.key) !== kept) return;
      unindex(kept);
      kept.finished = finished;
      index(kept);
      makeRoom();
    },
    has: (kept) => byKey.get(kept.key) === kept,
    showing: (tag) => byTag.get(tag) ?? [],
    all: () => byKey.values(),
  };
}
