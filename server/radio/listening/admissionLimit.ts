import { createHmac, randomBytes } from "node:crypto";

interface Caps {
  listeners: number;
  perAddress: number;
}

/** Limits the listeners of this process, in total and per client address. */
export interface AdmissionLimit {
  /**
   * @param client the client's address; null if it is unknown, which only counts toward the total
   * @returns a function that gives the place back, or the limit that is reached
   */
  admit(client: string | null, caps: Caps): (() => void) | "total" | "address";
}

/** Counts by a hash under a key that lives in memory only: the privacy page promises that no address is stored. */
export function createAdmissionLimit(): AdmissionLimit {
  const key = randomBytes(32);
  const counts = new Map<string, number>();
  let total = 0;

  return {
    admit(client, caps) {
      if (total >= caps.listeners) return "total";
      const hash = client && createHmac("sha256", key).update(client).digest("base64");
      const count = hash ? (counts.get(hash) ?? 0) : 0;
      if (count >= caps.perAddress) return "address";
      total++;
      if (hash) counts.set(hash, count + 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        total--;
        if (!hash) return;
        const left = (counts.get(hash) ?? 1) - 1;
        if (left > 0) counts.set(hash, left);
        else counts.delete(hash);
      };
    },
  };
}
