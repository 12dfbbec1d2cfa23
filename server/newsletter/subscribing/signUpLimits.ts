import type { Database } from "../../store/schema.ts";
import type { Tokens } from "./tokens.ts";

interface RateLimit {
  kind: "network" | "address";
  /** Network or address that is limited; its keyed hash is stored. */
  key: string;
  maxHits: number;
  windowMs: number;
}

/**
 * Counts a hit against every limit, or against none if one of them is exceeded. Hits are stored, so that limits hold
 * across restarts and processes.
 *
 * @param now milliseconds since 1970
 * @returns the kind of the exceeded limit; null if none is
 */
export async function countHit(
  database: Database,
  tokens: Tokens,
  limits: readonly RateLimit[],
  now: number,
): Promise<RateLimit["kind"] | null> {
  const hashed = limits.map((limit) => ({ ...limit, key_hash: tokens.keyedHash(`limit ${limit.kind}`, limit.key) }));
  // One transaction, so that no concurrent hit slips in between counting and inserting.
  return database.transaction().execute(async (transaction) => {
    for (const { kind, key_hash, maxHits, windowMs } of hashed) {
      const hits = await transaction
        .selectFrom("rate_limit_hits")
        .select("id")
        .where("key_hash", "=", key_hash)
        .where("at", ">", new Date(now - windowMs).toISOString())
        .limit(maxHits)
        .execute();
      if (hits.length >= maxHits) return kind;
    }
    const at = new Date(now).toISOString();
    await transaction
      .insertInto("rate_limit_hits")
      .values(hashed.map(({ key_hash }) => ({ key_hash, at })))
      .execute();
    return null;
  });
}
