import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isPublicAddress } from "../../net/publicAddresses.ts";

interface Caps {
  listeners: number;
  perAddress: number;
}

/** Counts listeners of one process, in all and by address. */
export interface Admission {
  /** @returns how to leave; or why there is no room */
  admit(request: IncomingMessage, caps: Caps): (() => void) | "all" | "address";
}

/** No address is kept: what is counted is its hash under a key that ends with the process, as long as somebody is there. */
export function openAdmission(): Admission {
  const key = randomBytes(32);
  const counts = new Map<string, number>();
  let all = 0;

  return {
    admit(request, caps) {
      if (all >= caps.listeners) return "all";
      const address = networkOf(request);
      const hash = address && createHmac("sha256", key).update(address).digest("base64");
      const count = hash ? (counts.get(hash) ?? 0) : 0;
      if (count >= caps.perAddress) return "address";
      all++;
      if (hash) counts.set(hash, count + 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        all--;
        if (!hash) return;
        const left = (counts.get(hash) ?? 1) - 1;
        if (left > 0) counts.set(hash, left);
        else counts.delete(hash);
      };
    },
  };
}

/**
 * Whom a listener is counted with: its address; of IPv6 its network, since a household has a whole one. Where the
 * connection comes from a private address, that is our own proxy, which says whom it speaks for; if it does not, nobody
 * is counted.
 */
function networkOf({ socket, headers }: IncomingMessage): string | null {
  const direct = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").at(-1)?.trim();
  const address = isPublicAddress(direct) ? direct : forwarded;
  if (!address) return null;
  return address.includes(":") ? address.toLowerCase().split(":").slice(0, 4).join(":") : address;
}
