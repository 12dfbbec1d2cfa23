import { Hono } from "hono";
import type { ActiveSession } from "../people/sessions.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Desk } from "./deskContext.ts";

/** Routes of people who have signed in. */
export type SignedInApp = Hono<{ Variables: { session: ActiveSession } }>;

/** Creates an app whose routes need a session. Without one, pages lead to the sign-in, and other requests get a 401. */
export function createSignedInApp(desk: Desk): SignedInApp {
  const app: SignedInApp = new Hono();
  app.use(async (context, next) => {
    const session = await desk.findSession(context);
    if (!session) {
      const isPage = context.req.method === "GET" && !context.req.path.startsWith("/api/");
      if (isPage) return context.redirect("/sign-in");
      return context.text("Your session has ended. Sign in again; nothing was changed.", 401);
    }
    if (!context.req.path.startsWith("/account") && (await needsPasskey(session))) return context.redirect("/account");
    context.set("session", session);
    return next();
  });
  return app;

  /** Returns true after a one-time link, until the person has a passkey. On this machine, the link is enough. */
  async function needsPasskey({ method, person }: ActiveSession): Promise<boolean> {
    if (method !== "link" || desk.getOrigin().startsWith("http:")) return false;
    return (await listPasskeys(desk.database, person.id)).length === 0;
  }
}
