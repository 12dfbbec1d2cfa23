import type { Database } from "./schema/schema.ts";

/** Limit for one key: `maxHits` hits within the last `windowMs` milliseconds. */
export interface RateLimit<Kind extends string = string> {
  kind: Kind;
  /** Keyed hash of the address, domain or network that the limit applies to. */
  keyHash: string;
  maxHits: number;
  windowMs: number;
}

/**
 * Counts a hit at `now` (ms since 1970) against every limit and returns null. If a limit is already reached, counts
 * nothing and returns that limit's kind. Hits are stored, so that limits hold across restarts and processes.
 *
 * @param transaction has the writer lock, so that no other hit is counted between the check and the insert
 */
export async function countHit<Kind extends string>(
  transaction: Database,
  limits: readonly RateLimit<Kind>[],
  now: number,
): Promise<Kind | null> {
  for (const { kind, keyHash, maxHits, windowMs } of limits) {
    const hits = await transaction
      .selectFrom("rate_limit_hits")
      .select("id")
      .where("key_hash", "=", keyHash)
      .where("at", ">", new Date(now - windowMs).toISOString())
      .limit(maxHits)
      .execute();
    if (hits.length >= maxHits) return kind;
  }
  const at = new Date(now).toISOString();
  await transaction
    .insertInto("rate_limit_hits")
    .values(limits.map(({ keyHash }) => ({ key_hash: keyHash, at })))
    .execute();
  return null;
}
