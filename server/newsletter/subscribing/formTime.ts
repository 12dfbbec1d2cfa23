import { timingSafeEqual } from "node:crypto";
import type { Tokens } from "./tokens.ts";

/** Shortest time, in ms, that a person takes from the form's first focus to its submission, even with autofill. */
const MIN_USE_MS = 500;
/** Maximum age, in ms, of a signed time. It is long, since a tab may stay open. */
const MAX_AGE_MS = 24 * 60 * 60_000;

type KeyedHasher = Pick<Tokens, "keyedHash">;

/**
 * Signs the time, in ms since 1970, at which a client began to use a form. The signature is valid only in `network`.
 */
export function signFormTime(signer: KeyedHasher, network: string, now: number): string {
  const time = now.toString(36);
  return `${time}-${signer.keyedHash("form", `${network} ${time}`)}`;
}

/**
 * Returns true if the time was signed for this network and is old enough for a person to have filled in the form, but
 * at most a day old. Accepts the same time several times; the network's rate limits restrict such repeats.
 */
export function isUsedByPerson(signer: KeyedHasher, network: string, signedTime: string, now: number): boolean {
  const [, time] = /^([0-9a-z]{1,10})-[0-9a-f]{40}$/.exec(signedTime) ?? [];
  if (time === undefined) return false;
  const startedAt = Number.parseInt(time, 36);
  const expected = signFormTime(signer, network, startedAt);
  if (expected.length !== signedTime.length || !timingSafeEqual(Buffer.from(expected), Buffer.from(signedTime)))
    return false;
  const ageMs = now - startedAt;
  return ageMs >= MIN_USE_MS && ageMs <= MAX_AGE_MS;
}

/** Returns the network to which limits apply: the /24 of an IPv4 address. Returns an IPv6 network (/64) unchanged. */
export function toNetwork(client: string): string {
  return client.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1");
}
