import type { MiddlewareHandler } from "hono";
import { LINK_HOURS } from "../people/signInLinks.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Desk } from "./deskContext.ts";
import type { SignedInEnv } from "./signedIn.ts";

/** Response header that makes the desk's scripts ask for a passkey and then repeat the request. */
const HEADER = "x-proof";
/** Time, in ms, after sign-in with a link or a code, during which the person may add a passkey. */
const FRESH_MS = 10 * 60_000;
/** Time, in ms, after sign-in with a link, for adding a first passkey. Long, since the person has no other sign-in. */
const FIRST_MS = LINK_HOURS * 60 * 60_000;

type Guard = MiddlewareHandler<SignedInEnv>;

/**
 * Rejects requests of people who used no passkey in this session in the last ten minutes: a browser left open or a
 * stolen cookie must not suffice. Protects changes to people, roles and mail codes, and the removal of passkeys.
 */
export function requireProof(desk: Desk): Guard {
  return async (context, next) => {
    if (await desk.isProved(context.get("session"))) return next();
    context.header(HEADER, "needed");
    return context.text("Confirm that it is you with your passkey; then this will go on.", 403);
  };
}

/**
 * Accepts a new passkey only after recent use of a passkey, or after a recent sign-in with a link or a code. So nobody
 * who finds a browser open can add a passkey. If the person already has a passkey, a code does not suffice: it reaches
 * anybody who reads the person's mail, while a link was made by a publisher or an operator.
 */
export function requireProofForPasskey(desk: Desk): Guard {
  const proof = requireProof(desk);
  return async (context, next) => {
    const session = context.get("session");
    const isFirst = (await listPasskeys(desk.database, session.person.id)).length === 0;
    const ageMs = Date.parse(desk.getNow()) - Date.parse(session.created_at);
    const allowedMs = { link: isFirst ? FIRST_MS : FRESH_MS, code: isFirst ? FRESH_MS : 0, passkey: 0 }[session.method];
    if (ageMs < allowedMs) return next();
    if (!isFirst || (await desk.isProved(session))) return proof(context, next);
    return context.text(
      "This needs a fresh sign-in. Sign out, sign in by a new code or link, and add the passkey.",
      403,
    );
  };
}
