import type { Database } from "../store/schema.ts";
import type { Tokens } from "./tokens.ts";

/** How often a thing may be done within a span of time. */
interface Allowance {
  /** Of what kind, such as "address". */
  of: string;
  /** Who or what it is counted for; a keyed hash of it is stored. */
  key: string;
  times: number;
  withinMs: number;
}

/** After which time nothing is counted any more. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Counts one thing done against every allowance, or against none where one of them is used up.
 *
 * @returns the allowance that is used up; null where the thing may be done
 */
export async function takeAllowances<Kind extends Allowance>(
  database: Database,
  tokens: Tokens,
  allowances: readonly Kind[],
  now: number,
): Promise<Kind | null> {
  const marks = allowances.map(({ of, key }) => tokens.keyedHash(`limit ${of}`, key));
  // One after the other, so that none slips through between the count and the mark.
  return database.transaction().execute(async (transaction) => {
    for (const [index, allowance] of allowances.entries()) {
      const before = await transaction
        .selectFrom("signup_marks")
        .select("id")
        .where("mark", "=", marks[index] ?? "")
        .where("at", ">", new Date(now - allowance.withinMs).toISOString())
        .limit(allowance.times)
        .execute();
      if (before.length >= allowance.times) return allowance;
    }
    const at = new Date(now).toISOString();
    await transaction
      .insertInto("signup_marks")
      .values(marks.map((mark) => ({ mark, at })))
      .execute();
    return null;
  });
}

/** Forgets what is not counted any more. */
export async function forgetMarks(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom("signup_marks")
    .where("at", "<=", new Date(now - KEPT_MS).toISOString())
    .execute();
}

/** The network of a client as `clientOf` names it: what one owner of a line usually has. IPv6 comes as its /64 already. */
export function networkOfClient(client: string): string {
  return client.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1");
}
