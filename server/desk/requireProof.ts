import type { MiddlewareHandler } from "hono";
import type { ActiveSession } from "../people/sessions.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Desk } from "./deskContext.ts";

/** Minutes after the use of a passkey in which a person need not use it again. */
const PROOF_MINUTES = 10;
/** Header by which the application learns to ask for a passkey, and to send the request again. */
const HEADER = "x-proof";

/**
 * Rejects requests of people who have not used a passkey in this session within ten minutes, so that a browser left open
 * or a stolen cookie does not suffice. For people and roles, taking down, sending outside the schedule, and addresses.
 */
export function requireProof(desk: Desk): MiddlewareHandler<{ Variables: { session: ActiveSession } }> {
  return async (context, next) => {
    if (await isProved(desk, context.get("session"))) return next();
    context.header(HEADER, "needed");
    return context.text("Confirm that it is you with your passkey; then this will go on.", 403);
  };
}

/** Returns true if the person need not use a passkey now. On this machine, a person without one has none to use. */
export async function isProved(
  { database, getNow, getOrigin }: Desk,
  { person, proved_at }: Pick<ActiveSession, "person" | "proved_at">,
): Promise<boolean> {
  if (proved_at !== null && Date.parse(getNow()) - Date.parse(proved_at) < PROOF_MINUTES * 60_000) return true;
  return getOrigin().startsWith("http:") && (await listPasskeys(database, person.id)).length === 0;
}
