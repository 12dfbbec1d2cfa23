const MINUTE = 60_000;
const LONGEST_BACK_OFF = 6 * 60 * MINUTE;

/**
 * When a feed is asked again.
 *
 * After a success, after its own interval. After failures 1, 2, 4, 8… minutes later, at most six hours: it never gives
 * up. A tenth more or less keeps feeds that started together from staying together.
 *
 * @param now milliseconds since 1970
 * @param everyMinutes the feed's own interval
 * @param failures how many attempts failed since the last success
 * @param random a number from 0 to 1
 * @returns milliseconds since 1970
 */
export function nextPoll(now: number, everyMinutes: number, failures: number, random: number): number {
  const wait = failures === 0 ? everyMinutes * MINUTE : Math.min(2 ** (failures - 1) * MINUTE, LONGEST_BACK_OFF);
  return now + Math.round(wait * (0.9 + random * 0.2));
}
