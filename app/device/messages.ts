/** What readers are told where their device does not keep what they want to keep. */
export function refusalOf(error: unknown): string {
  return (error as Error | null)?.name === "QuotaExceededError" ? NO_ROOM : KEEPS_NOTHING;
}

const NO_ROOM =
  "There is no room left on this device for more. Remove a saved story, or free some space on the device, and try again.";

export const KEEPS_NOTHING =
  "This browser keeps nothing for this site: the window is a private one, or storage is switched off. You can read everything, but nothing can be saved here.";
