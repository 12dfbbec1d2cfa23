import { createHmac, randomBytes } from "node:crypto";

interface Limits {
  /** Maximum number of listeners of all servers together. */
  listeners: number;
  /** Maximum number of listeners of one client address, on this server. */
  perAddress: number;
}

/**
 * Creates a function that admits a listener. The created function returns a second function, which releases the
 * listener's slot. If a limit is reached, the created function returns the limit's name instead: "total" for this
 * server's share of all listeners, "address" for the maximum of one client address. Counts hashes of addresses, since
 * the privacy page promises not to store addresses.
 *
 * @param countNodes returns the number of servers that share the listeners
 */
export function createAdmissionLimit(countNodes: () => number) {
  const key = randomBytes(32);
  const counts = new Map<string, number>();
  let total = 0;

  return (client: string | null, limits: Limits) => {
    if (total >= Math.ceil(limits.listeners / countNodes())) return "total";
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
