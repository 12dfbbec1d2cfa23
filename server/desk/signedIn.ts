import { Hono } from "hono";
import type { ActiveSession } from "../people/sessions.ts";
import type { Desk } from "./deskContext.ts";

/** Routes of people who have signed in. */
export type SignedInApp = Hono<{ Variables: { session: ActiveSession } }>;

/** Matches what a person reaches before there is a passkey: the screen that adds one, and what it shows. */
const BEFORE_PASSKEY = /^\/(?:account|api\/(?:me|account(?:\/(?:passkeys|sessions|prove)(?:\/.*)?)?))$/;

/** Creates an app whose routes need a session. Without one, pages lead to the sign-in, and other requests get a 401. */
export function createSignedInApp(desk: Desk): SignedInApp {
  const app: SignedInApp = new Hono();
  app.use(async (context, next) => {
    const session = await desk.findSession(context);
    const { pathname, search } = new URL(context.req.url);
    const isPage = context.req.method === "GET" && !pathname.startsWith("/api/");
    if (!session) {
      if (isPage) return context.redirect(`/sign-in?to=${encodeURIComponent(pathname + search)}`);
      return context.text("Your session has ended. Sign in again; nothing was changed.", 401);
    }
    if (!BEFORE_PASSKEY.test(pathname) && (await desk.needsPasskey(session))) {
      if (isPage) return context.redirect("/account");
      return context.text("Add a passkey to your account first.", 403);
    }
    context.set("session", session);
    return next();
  });
  return app;
}
