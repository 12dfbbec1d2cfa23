/** The key in localStorage for the time at which the panel was closed, in milliseconds since 1970; devices have it. */
const KEY = "donation-closed-at";
const SNOOZE_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns true for 30 days after the panel was closed; `closedAt` is 0 if it never was. */
export function isSnoozed(closedAt: number, now: number): boolean {
  return closedAt > 0 && now - closedAt < SNOOZE_MS;
}

export function readClosedAt(): number {
  try {
    return Number(localStorage.getItem(KEY));
  } catch {
    return 0;
  }
}

export function storeClosedAt(now: number): void {
  try {
    localStorage.setItem(KEY, String(now));
  } catch {
    // Where the browser stores nothing, the panel stays closed until the page is reloaded.
  }
}
