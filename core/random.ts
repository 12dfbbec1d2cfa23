/** Numbers that look random and are the same on every machine for the same seed. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
}

/** FNV-1a turns the seed into 32 bits, from which mulberry32 goes on: both are in the public domain. */
export function randomFrom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  return { between: (low, high) => low + Math.floor(next() * (high - low + 1)) };
}

/** One of several things; of none there is no choosing. */
export function oneOf<Thing>(things: readonly Thing[], random: Random): Thing {
  return things[random.between(0, things.length - 1)] as Thing;
}
