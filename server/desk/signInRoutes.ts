import { setTimeout as wait } from "node:timers/promises";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Context, Hono } from "hono";
import { getSignInTexts } from "../../core/language/catalogs.ts";
import type { SignInTexts } from "../../core/language/en/signIn.ts";
import { toMessage } from "../../core/toMessage.ts";
import { findSender } from "../people/invitations.ts";
import { authenticatorResponseSchema, createSignInOptions, signInByPasskey } from "../people/passkeys.ts";
import { CODE_MINUTES, type CodeMail, createSignInCode, signInByCode } from "../people/signInCodes.ts";
import { findPersonOfLink, signInByLink } from "../people/signInLinks.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Desk } from "./deskContext.ts";
import { readLanguage } from "./deskDocument.ts";
import { sendDeskPage } from "./deskPage.ts";
import { renderCode, renderLink, renderOldLink, renderSignIn } from "./signInPages.ts";

const START = "/stories";
/**
 * Minimum time, in ms, before the response to a request for a code. Otherwise, a faster response would reveal that an
 * address is unknown.
 */
const ANSWER_MS = 300;
/** Matches the addresses to which a sign-in may lead: screens of the desk. */
const SCREEN = /^\/(?:stories|story|images|people|account)(?:[/?][^\\\s]{0,400})?$/;

/**
 * Adds the routes for people who have not signed in. If a session ends while the application is open, the application
 * requests a sign-in code with `Accept: application/json`.
 */
export function addSignInRoutes(app: Hono, desk: Desk): void {
  const { database, getNow, getSignInContext } = desk;

  app.get("/", async (context) => context.redirect((await desk.findSession(context)) ? START : "/sign-in"));

  app.get("/sign-in", (context) =>
    sendDeskPage(context, desk, renderSignIn(readTexts(context), toScreen(context.req.query("to")))),
  );

  app.post("/sign-in/code", async (context) => {
    const { email, to } = await readFields(context);
    const texts = readTexts(context);
    const created = createSignInCode(getSignInContext(context), email, desk.getClient(context));
    const [{ request, mail }] = await Promise.all([created, wait(ANSWER_MS)]);
    // Sends the code without waiting, since a slower response would reveal that the address is known.
    if (mail) void sendCode(mail, texts);
    if (wantsJson(context)) return context.json({ request });
    return sendDeskPage(context, desk, renderCode(texts, { request, email, to: toScreen(to) }, ""));
  });

  app.post("/sign-in/code/check", async (context) => {
    const { request, email, code, to } = await readFields(context);
    const signedIn = await signInByCode(getSignInContext(context), request, code);
    if (signedIn) {
      await desk.startSession(context, signedIn);
      return wantsJson(context) ? context.json({ request }) : context.redirect(toScreen(to), 303);
    }
    const texts = readTexts(context);
    if (wantsJson(context)) return context.text(texts.wrongCode, 422);
    return sendDeskPage(context, desk, renderCode(texts, { request, email, to: toScreen(to) }, texts.wrongCode), 422);
  });

  app.get("/link/:token", async (context) => {
    const person = await findPersonOfLink(database, context.req.param("token"), getNow());
    const texts = readTexts(context);
    return person
      ? sendDeskPage(context, desk, renderLink(texts, person.name))
      : sendDeskPage(context, desk, renderOldLink(texts), 410);
  });

  app.post("/link/:token", async (context) => {
    const signedIn = await signInByLink(getSignInContext(context), context.req.param("token"));
    if (!signedIn) return sendDeskPage(context, desk, renderOldLink(readTexts(context)), 410);
    await desk.startSession(context, signedIn);
    const hasPasskey = (await listPasskeys(database, signedIn.person.id)).length > 0;
    return context.redirect(hasPasskey ? START : "/account", 303);
  });

  app.post("/sign-in/passkey/options", async (context) =>
    context.json(await createSignInOptions({ database, now: getNow(), party: desk.getParty() })),
  );

  app.post("/sign-in/passkey", async (context) => {
    const { data } = authenticatorResponseSchema.safeParse(await context.req.json().catch(() => null));
    const signedIn =
      data &&
      (await signInByPasskey(
        { ...getSignInContext(context), party: desk.getParty() },
        data as unknown as AuthenticationResponseJSON,
      ));
    if (!signedIn) return context.text(readTexts(context).unknownPasskey, 422);
    await desk.startSession(context, signedIn);
    return context.json({ isSignedIn: true });
  });

  async function sendCode({ email, name, code }: CodeMail, texts: SignInTexts): Promise<void> {
    const { hostname } = new URL(desk.getOrigin());
    const sender = findSender({ transport: desk.transport, editions: desk.editions() });
    if (!sender) return desk.log.warn("desk: a code was not mailed; set SMTP_URL, and newsroomEmail in an edition");
    const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
    try {
      await sender.transport.send({
        from: sender.from,
        to: { name, address: email },
        subject: texts.mail.subject(spaced),
        text: texts.mail.text(spaced, hostname, CODE_MINUTES),
      });
    } catch (error) {
      desk.log.error({ reason: toMessage(error) }, "desk: a code was not mailed");
    }
  }
}

/** Returns the address to open after sign-in: a screen of the desk, never another site. */
function toScreen(address: string | undefined): string {
  return address !== undefined && SCREEN.test(address) ? address : START;
}

function readTexts(context: Context): SignInTexts {
  return getSignInTexts(readLanguage(context));
}

function wantsJson(context: Context): boolean {
  return context.req.header("accept") === "application/json";
}

/** Reads the fields of a sign-in form; "" for a missing field. */
async function readFields(context: Context) {
  const form = await context.req.formData().catch(() => new FormData());
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "").slice(0, 500) : "";
  };
  return { email: read("email"), request: read("request"), code: read("code"), to: read("to") };
}
