/** A pseudorandom sequence that is the same on every machine for the same seed. */
export interface Random {
  /** Returns an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
}

/** Creates a mulberry32 generator seeded with the FNV-1a hash of a text. Both algorithms are in the public domain. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return { integer: (low, high) => low + Math.floor(next() * (high - low + 1)) };
}

/** Picks one item of a list, which must not be empty. */
export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random.integer(0, items.length - 1)] as Item;
}

export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random.integer(0, 1e9) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
