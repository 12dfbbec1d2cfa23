/** Says of each client whether it may do a thing once more. */
export interface Limit {
  /** @param now milliseconds since 1970 */
  allows(client: string, now: number): boolean;
}

/** How many clients are remembered before those are looked for that can be forgotten. */
const REMEMBERED = 1000;

/** Lets each client do a thing so many times within a span of time. What it knows is lost with the process. */
export function openLimit(times: number, withinMs: number): Limit {
  const seen = new Map<string, number[]>();
  const recent = (client: string, now: number) => (seen.get(client) ?? []).filter((at) => at > now - withinMs);
  return {
    allows(client, now) {
      if (seen.size > REMEMBERED)
        for (const other of seen.keys()) if (recent(other, now).length === 0) seen.delete(other);
      const before = recent(client, now);
      if (before.length >= times) return false;
      seen.set(client, [...before, now]);
      return true;
    },
  };
}
