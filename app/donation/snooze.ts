const KEY = "donation-closed-at";
const REST_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether a reader of this device closed the donation panel less than 30 days ago. */
export function isResting(now: number): boolean {
  try {
    const closedAt = Number(localStorage.getItem(KEY));
    return closedAt > 0 && now - closedAt < REST_MS;
  } catch {
    return false;
  }
}

/** Keeps on the device when the panel was closed. */
export function rememberClosing(now: number): void {
  try {
    localStorage.setItem(KEY, String(now));
  } catch {
    // Where the device keeps nothing, the panel stays away for as long as this page is open.
  }
}
