import { createHmac, randomBytes } from "node:crypto";

/**
 * Creates a function that admits a listener and returns a function that releases the slot. If this process has too many
 * listeners, in total or from one client address (null if unknown), it returns the name of the reached limit instead.
 * Addresses are counted by a hash with a key in memory, since the privacy page promises not to store addresses.
 */
export function createAdmissionLimit() {
  const key = randomBytes(32);
  const counts = new Map<string, number>();
  let total = 0;

  return (client: string | null, limits: { listeners: number; perAddress: number }) => {
    if (total >= limits.listeners) return "total";
    const hash = client === null ? "" : createHmac("sha256", key).update(client).digest("base64");
    const count = counts.get(hash) ?? 0;
    if (hash && count >= limits.perAddress) return "address";
    total++;
    counts.set(hash, count + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      total--;
      const left = (counts.get(hash) ?? 1) - 1;
      if (left > 0) counts.set(hash, left);
      else counts.delete(hash);
    };
  };
}
