import { describe, expect, it, onTestFinished } from "vitest";
import { isLong } from "../../../tests/support/longTests.ts";
import { openDatabase } from "../../../tests/support/stores.ts";
import { loadEditions } from "../../editions/loading/load.ts";
import { createLog } from "../../log.ts";
import { signFormTime } from "./formTime.ts";
import { receiveSignUp } from "./signUpForm.ts";
import { loadTokens } from "./tokens.ts";

async function open() {
  const database = await openDatabase("sqlite::memory:");
  onTestFinished(() => database.destroy());
  const [edition] = await loadEditions("editions");
  if (!edition) throw new Error("There is no edition.");
  return { edition, database, tokens: await loadTokens(database) };
}

describe("the sign-up form", () => {
  it("stores none of many sign-ups above the limit", async () => {
    const { edition, database, tokens } = await open();
    const accepted: number[] = [];
    const started = signFormTime(tokens, "203.0.113", Date.now() - 4000);
    for (let count = 0; count < (isLong ? 10_000 : 1000); count++) {
      const body = new URLSearchParams({ email: `reader-${count}@many.example`, started });
      const request = new Request("http://site.example/newsletter", { method: "POST", body });
      const client = `203.0.113.${count % 256}`;
      const receipt = await receiveSignUp(request, {
        edition,
        client,
        siteUrl: "http://site.example",
        database,
        tokens,
        log: createLog("silent"),
      });
      if (receipt.isAccepted) accepted.push(count);
      else expect(receipt.status).toBe(429);
    }
    expect(accepted).toEqual(Array.from({ length: 30 }, (_, count) => count));
    expect(await database.selectFrom("subscribers").select("id").execute()).toHaveLength(30);
    // Each accepted sign-up has four hits: for its network, its mail address, its mail domain and all sign-ups.
    expect(await database.selectFrom("rate_limit_hits").select("id").execute()).toHaveLength(4 * 30);
  });

  it("is limited for a botnet: to 200 sign-ups per recipient domain and 500 in all within an hour", async () => {
    const { edition, database, tokens } = await open();
    const accepted: string[] = [];
    for (let count = 0; count < 1000; count++) {
      const domain = count < 400 ? "one.example" : `other-${count % 50}.example`;
      const body = new URLSearchParams({ email: `reader-${count}@${domain}` });
      const receipt = await receiveSignUp(new Request("http://site.example/newsletter", { method: "POST", body }), {
        edition,
        siteUrl: "http://site.example",
        database,
        tokens,
        log: createLog("silent"),
        client: `10.${count >> 8}.${count & 255}.1`,
      });
      if (receipt.isAccepted) accepted.push(domain);
      else expect([receipt.status, receipt.fault]).toEqual([429, expect.stringContaining("can’t take more sign-ups")]);
    }
    expect(accepted.filter((domain) => domain === "one.example")).toHaveLength(200);
    expect(accepted).toHaveLength(500);
  });
});
