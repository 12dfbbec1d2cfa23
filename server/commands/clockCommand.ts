import type { Config } from "../config.ts";
import { findClockRecord, isClockTrusted, recordClock } from "../store/clock.ts";
import { fail, formatMinute, openStore, print } from "./command.ts";

/**
 * `npx broadsheet clock`: prints this machine's clock and the last recorded instant, and compares them.
 *
 * @param isRight true if the operator confirms this machine's time. The time is then recorded before the comparison.
 * @returns the exit status: 0 if the clock is trusted; 1 if not, for example because no server is running
 */
export async function runClockCommand(isRight: boolean, config: Config): Promise<number> {
  await using database = await openStore(config);
  const now = Date.now();
  if (isRight) await recordClock(database, now);
  const recorded = await findClockRecord(database);
  const found = recorded === null ? null : new Date(recorded).toISOString();
  print(`This machine's clock: ${formatMinute(new Date(now).toISOString())}; last recorded: ${formatMinute(found)}`);
  if (await isClockTrusted(database, now)) {
    print("The clock is trusted.");
    return 0;
  }
  return fail(
    "The clock is not trusted, or no server is running: deletions, schedules and briefings wait. If the clock is right, run: npx broadsheet clock trust",
  );
}
