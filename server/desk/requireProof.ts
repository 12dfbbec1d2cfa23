import type { MiddlewareHandler } from "hono";
import { LINK_HOURS } from "../people/signInLinks.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Desk } from "./deskContext.ts";
import type { SignedInEnv } from "./signedIn.ts";

/** Header by which the application learns to ask for a passkey, and to send the request again. */
const HEADER = "x-proof";
/** Time after signing in by a link or a code in which a passkey may be added. */
const FRESH_MS = 10 * 60_000;
/** The same for a first passkey after a link, since its person has no other way in. */
const FIRST_MS = LINK_HOURS * 60 * 60_000;

type Guard = MiddlewareHandler<SignedInEnv>;

/**
 * Rejects requests of people who have not used a passkey in this session within ten minutes, so that a browser left open
 * or a stolen cookie does not suffice. For people and roles, taking down, sending outside the schedule, and addresses.
 */
export function requireProof(desk: Desk): Guard {
  return async (context, next) => {
    if (await desk.isProved(context.get("session"))) return next();
    context.header(HEADER, "needed");
    return context.text("Confirm that it is you with your passkey; then this will go on.", 403);
  };
}

/**
 * Rejects a passkey without an earlier one, or a fresh link or code, so that nobody who finds a browser open can add one
 * and stay. Only a link adds one to earlier ones: it comes from a publisher or an operator, while a code goes to anybody who
 * reads the person's mail.
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
