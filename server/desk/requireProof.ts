import type { MiddlewareHandler } from "hono";
import type { ActiveSession } from "../people/sessions.ts";
import type { Desk } from "./deskContext.ts";

/** Header by which the application learns to ask for a passkey, and to send the request again. */
const HEADER = "x-proof";

/**
 * Rejects requests of people who have not used a passkey in this session within ten minutes, so that a browser left open
 * or a stolen cookie does not suffice. For people and roles, taking down, sending outside the schedule, and addresses.
 */
export function requireProof(desk: Desk): MiddlewareHandler<{ Variables: { session: ActiveSession } }> {
  return async (context, next) => {
    if (await desk.isProved(context.get("session"))) return next();
    context.header(HEADER, "needed");
    return context.text("Confirm that it is you with your passkey; then this will go on.", 403);
  };
}
