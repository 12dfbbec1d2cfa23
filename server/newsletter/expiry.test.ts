import { expect, it } from "vitest";
import { openDatabase } from "../store/open.ts";
import type { Mailbox } from "./address.ts";
import { addSubscriber } from "./addSubscriber.ts";
import { makeConfirmation, spendConfirmation } from "./confirm.ts";
import { letLapse } from "./expiry.ts";
import { takeAllowances } from "./limits.ts";
import { openTokens } from "./tokens.ts";

const HOUR_MS = 60 * 60_000;
const START = Date.parse("2026-03-01T12:00:00Z");
const at = (hours: number) => START + hours * HOUR_MS;

it("forgets who did not confirm a day after the link has expired, and counts after a day, and nothing else", async () => {
  const database = await openDatabase("sqlite::memory:");
  const tokens = await openTokens(database);
  const mailbox = (name: string): Mailbox => ({ email: `${name}@reader.example`, key: `${name}@reader.example` });
  for (const name of ["confirmed", "asked", "waits"])
    await addSubscriber(database, tokens, {
      ...{ edition: "chicago", mailbox: mailbox(name), source: "form", siteUrl: "https://site.example" },
      now: new Date(START).toISOString(),
    });
  const [confirmed, asked] = await database.selectFrom("subscribers").select("id").orderBy("id").execute();
  await spendConfirmation(
    database,
    "chicago",
    await makeConfirmation(database, confirmed?.id ?? 0, START),
    new Date(at(1)).toISOString(),
  );
  await makeConfirmation(database, asked?.id ?? 0, START);
  await database
    .updateTable("confirmation_mails")
    .set({ next_attempt_at: null, mailed_at: new Date(START).toISOString() })
    .where("subscriber_id", "in", [confirmed?.id ?? 0, asked?.id ?? 0])
    .execute();
  await takeAllowances(database, tokens, [{ of: "address", key: "a", times: 1, withinMs: 24 * HOUR_MS }], START);

  const left = async (hours: number) => {
    await letLapse(database, at(hours));
    const names = await database.selectFrom("subscribers").select("email").orderBy("id").execute();
    const marks = await database.selectFrom("signup_marks").select("id").execute();
    return [names.map(({ email }) => email?.split("@")[0]).join(" "), marks.length];
  };
  expect(await left(23)).toEqual(["confirmed asked waits", 1]);
  expect(await left(24)).toEqual(["confirmed asked waits", 0]);
  expect(await left(71)).toEqual(["confirmed asked waits", 0]);
  expect(await left(72)).toEqual(["confirmed waits", 0]);
  expect(await left(9999)).toEqual(["confirmed waits", 0]);
  await database.destroy();
});
