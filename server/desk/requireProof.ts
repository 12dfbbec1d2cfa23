import type { MiddlewareHandler } from "hono";
import type { ActiveSession } from "../people/sessions.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Desk } from "./deskContext.ts";

/** Header by which the application learns to ask for a passkey, and to send the request again. */
const HEADER = "x-proof";
/** Time after signing in by a link in which a passkey may be added: the link comes from a publisher or an operator. */
const LINK_MS = 10 * 60_000;

type Guard = MiddlewareHandler<{ Variables: { session: ActiveSession } }>;

/**
 * Rejects requests of people who have not used a passkey in this session within ten minutes, so that a browser left open
 * or a stolen cookie does not suffice. For people and roles, taking down, sending outside the schedule, and addresses.
 */
export function requireProof(desk: Desk): Guard {
  return createGuard((session) => desk.isProved(session));
}

/** Rejects a further passkey without an earlier one or a fresh link, so that whoever has a cookie can't add one and stay. */
export function requireProofForPasskey(desk: Desk): Guard {
  return createGuard(async (session) => {
    const isFresh = Date.parse(desk.getNow()) - Date.parse(session.created_at) < LINK_MS;
    if (session.method === "link" && isFresh) return true;
    const passkeys = await listPasskeys(desk.database, session.person.id);
    return passkeys.length === 0 || desk.isProved(session);
  });
}

function createGuard(isProved: (session: ActiveSession) => Promise<boolean>): Guard {
  return async (context, next) => {
    if (await isProved(context.get("session"))) return next();
    context.header(HEADER, "needed");
    return context.text("Confirm that it is you with your passkey; then this will go on.", 403);
  };
}
