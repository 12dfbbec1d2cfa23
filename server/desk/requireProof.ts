import type { MiddlewareHandler } from "hono";
import { LINK_HOURS } from "../people/signInLinks.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Desk } from "./deskContext.ts";
import type { SignedInEnv } from "./signedIn.ts";

/** Header of a response that makes the application ask for a passkey and repeat the request. */
const HEADER = "x-proof";
/** Period, in ms, after sign-in with a link or a code in which the person may add a passkey. */
const FRESH_MS = 10 * 60_000;
/** Period, in ms, for adding a first passkey after sign-in with a link: long, since nothing else lets the person in. */
const FIRST_MS = LINK_HOURS * 60 * 60_000;

type Guard = MiddlewareHandler<SignedInEnv>;

/**
 * Rejects requests of people who have not used a passkey in this session within ten minutes, so that a browser left
 * open or a stolen cookie does not suffice. Protects changes to people, roles and mail codes, and removing passkeys.
 */
export function requireProof(desk: Desk): Guard {
  return async (context, next) => {
    if (await desk.isProved(context.get("session"))) return next();
    context.header(HEADER, "needed");
    return context.text("Confirm that it is you with your passkey; then this will go on.", 403);
  };
}

/**
 * Rejects a new passkey unless an earlier passkey was used recently, or the person signed in recently with a link or a
 * code. Otherwise anybody who finds a browser open could add a passkey and stay. If the person already has a passkey,
 * only a link suffices: a publisher or an operator made it, while a code reaches anybody who reads the person's mail.
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
