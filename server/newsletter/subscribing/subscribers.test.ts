import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../store/open.ts";
import { countHit } from "../../store/rateLimitHits.ts";
import type { Database } from "../../store/schema/schema.ts";
import { confirmSubscriber, createConfirmationToken } from "./confirmation.ts";
import { addSubscriber, deleteExpired } from "./subscribers.ts";
import { loadTokens } from "./tokens.ts";

const HOUR_MS = 60 * 60_000;
const START = Date.parse("2026-03-01T12:00:00Z");
const START_INSTANT = new Date(START).toISOString();

let database: Database;

beforeEach(async () => {
  database = await openDatabase("sqlite::memory:");
});

afterEach(() => database.destroy());

describe("deleteExpired", () => {
  it("deletes mailed unconfirmed sign-ups one day after their link expires, and no others", async () => {
    const tokens = await loadTokens(database);
    for (const name of ["confirmed", "mailed", "waiting"]) {
      const email = `${name}@reader.example`;
      await addSubscriber(database, tokens, {
        edition: "chicago",
        mailbox: { email, key: email },
        source: "form",
        siteUrl: "https://site.example",
        now: START_INSTANT,
      });
    }
    const [confirmed = 0, mailed = 0] = (
      await database.selectFrom("subscribers").select("id").orderBy("id").execute()
    ).map(({ id }) => id);
    const token = await createConfirmationToken(database, confirmed, START);
    await confirmSubscriber(database, "chicago", token, new Date(START + HOUR_MS).toISOString());
    await createConfirmationToken(database, mailed, START);
    await database
      .updateTable("confirmation_mails")
      .set({ next_attempt_at: null, mailed_at: START_INSTANT })
      .where("subscriber_id", "in", [confirmed, mailed])
      .execute();

    const listAfter = async (hours: number) => {
      await deleteExpired(database, START + hours * HOUR_MS);
      const rows = await database.selectFrom("subscribers").select("email").orderBy("id").execute();
      return rows.map(({ email }) => email?.split("@")[0]).join(" ");
    };
    expect(await listAfter(23)).toBe("confirmed mailed waiting");
    expect(await listAfter(24)).toBe("confirmed mailed waiting");
    expect(await listAfter(71)).toBe("confirmed mailed waiting");
    expect(await listAfter(72)).toBe("confirmed waiting");
    expect(await listAfter(9999)).toBe("confirmed waiting");
  });

  it("deletes rate limit hits after one day", async () => {
    const limit = { kind: "address", keyHash: "a", maxHits: 1, windowMs: 24 * HOUR_MS };
    await countHit(database, [limit], START);
    const countAfter = async (hours: number) => {
      await deleteExpired(database, START + hours * HOUR_MS);
      return (await database.selectFrom("rate_limit_hits").select("id").execute()).length;
    };
    expect([await countAfter(23), await countAfter(24)]).toEqual([1, 0]);
  });
});
