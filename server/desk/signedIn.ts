import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ActiveSession } from "../people/sessions.ts";
import type { Desk } from "./deskContext.ts";

/** Variables of the routes for people who have signed in. */
export interface SignedInEnv {
  Variables: {
    session: ActiveSession;
    /** Looks up the session again. @throws {HTTPException} if it has ended */
    findSessionAgain: () => Promise<ActiveSession>;
  };
}

export type SignedInApp = Hono<SignedInEnv>;

const ENDED = "Your session has ended. Sign in again; nothing was changed.";

/** Matches the paths that a person without a passkey may use: the screen for adding a passkey, and its data. */
const BEFORE_PASSKEY = /^\/(?:account|api\/(?:me|account(?:\/(?:passkeys|sessions|prove)(?:\/.*)?)?))$/;

/** Creates an app whose routes need a session: without one, pages redirect to sign-in, and other requests get a 401. */
export function createSignedInApp(desk: Desk): SignedInApp {
  const app: SignedInApp = new Hono();
  app.use(async (context, next) => {
    const session = await desk.findSession(context);
    const { pathname, search } = new URL(context.req.url);
    const isPage = context.req.method === "GET" && !pathname.startsWith("/api/");
    if (!session) {
      if (isPage) return context.redirect(`/sign-in?to=${encodeURIComponent(pathname + search)}`);
      return context.text(ENDED, 401);
    }
    if (!BEFORE_PASSKEY.test(pathname) && (await desk.needsPasskey(session))) {
      if (isPage) return context.redirect("/account");
      return context.text("Add a passkey to your account first.", 403);
    }
    context.set("session", session);
    context.set("findSessionAgain", () => requireSession(desk, context));
    return next();
  });
  return app;
}

async function requireSession(desk: Desk, context: Context): Promise<ActiveSession> {
  const session = await desk.findSession(context);
  if (!session) throw new HTTPException(401, { message: ENDED });
  return session;
}
