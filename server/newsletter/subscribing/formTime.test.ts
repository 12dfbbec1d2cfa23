import { expect, it } from "vitest";
import { openDatabase } from "../../store/open.ts";
import { isUsedByPerson, signFormTime } from "./formTime.ts";
import { loadTokens } from "./tokens.ts";

const NETWORK = "203.0.113";
const NOW = Date.parse("2026-03-01T12:00:00Z");

it("accepts a time that this site signed for the network between half a second and a day ago", async () => {
  const [database, other] = await Promise.all([openDatabase("sqlite::memory:"), openDatabase("sqlite::memory:")]);
  const signer = await loadTokens(database);
  const counts = (signedTime: string) => isUsedByPerson(signer, NETWORK, signedTime, NOW);
  const sign = (ageMs: number, network = NETWORK) => signFormTime(signer, network, NOW - ageMs);

  for (const ageMs of [500, 1000, 60_000, 86_400_000]) expect(counts(sign(ageMs)), String(ageMs)).toBe(true);
  // Even with autofill, filling in the form takes at least half a second. If a clock is set back, ages can be negative.
  for (const ageMs of [-1, 0, 499, 86_400_001]) expect(counts(sign(ageMs)), String(ageMs)).toBe(false);
  const valid = sign(9000);
  const [time, signature] = valid.split("-");
  for (const forged of [
    ...["", "9000", "-", `${time}-`, `${time}-${"0".repeat(40)}`, `${valid}0`, valid.toUpperCase()],
    ...[`${(NOW - 60_000).toString(36)}-${signature}`, `0${valid}`, sign(9000, "198.51.100")],
    signFormTime(await loadTokens(other), NETWORK, NOW - 9000),
  ])
    expect(counts(forged), forged).toBe(false);
  await Promise.all([database.destroy(), other.destroy()]);
});
