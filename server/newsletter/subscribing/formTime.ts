import { timingSafeEqual } from "node:crypto";
import type { Tokens } from "./tokens.ts";

/** Shortest time in which a person sends the form after its first focus, also with a browser's autofill. */
const MIN_USE_MS = 500;
/** Time for which a signed time counts, such as in a tab that stays open. */
const MAX_AGE_MS = 24 * 60 * 60_000;

type Signer = Pick<Tokens, "keyedHash">;

/** Signs the time, in ms since 1970, at which somebody in a network began to use a form. */
export function signFormTime(signer: Signer, network: string, now: number): string {
  const time = now.toString(36);
  return `${time}-${signer.keyedHash("form", `${network} ${time}`)}`;
}

/**
 * Returns true if a form's time was signed for the same network and a person may have used the form since then. It can be
 * sent repeatedly: the limits of the network bound that.
 */
export function isUsedByPerson(signer: Signer, network: string, signedTime: string, now: number): boolean {
  const [, time] = /^([0-9a-z]{1,10})-[0-9a-f]{40}$/.exec(signedTime) ?? [];
  if (time === undefined) return false;
  const startedAt = Number.parseInt(time, 36);
  const expected = signFormTime(signer, network, startedAt);
  if (expected.length !== signedTime.length || !timingSafeEqual(Buffer.from(expected), Buffer.from(signedTime)))
    return false;
  const ageMs = now - startedAt;
  return ageMs >= MIN_USE_MS && ageMs <= MAX_AGE_MS;
}

/** Returns the network that limits count by: an IPv4 /24, or the IPv6 /64 that `client` already is. */
export function toNetwork(client: string): string {
  return client.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1");
}
