import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { toMessage } from "../../core/toMessage.ts";
import { createSignInOptions, signInByPasskey } from "../people/passkeys.ts";
import { CODE_MINUTES, type CodeMail, createSignInCode, signInByCode } from "../people/signInCodes.ts";
import { findPersonOfLink, signInByLink } from "../people/signInLinks.ts";
import { html } from "../syndication/text/html.ts";
import type { Desk } from "./deskContext.ts";
import { renderDeskPage } from "./deskPage.ts";

const passkeySchema = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });

/** Adds the pages and requests of people who have not signed in. */
export function addSignInRoutes(app: Hono, desk: Desk): void {
  const { database, getNow, getSignInContext } = desk;

  app.get("/", async (context) => context.redirect((await desk.findSession(context)) ? "/stories" : "/sign-in"));

  app.get("/sign-in", (context) => context.html(renderSignIn()));

  app.post("/sign-in/code", async (context) => {
    const email = await readField(context, "email");
    const { request, mail } = await createSignInCode(getSignInContext(context), email, desk.getClient(context));
    // Not awaited, since the time of the response would say whether the address is known.
    if (mail) void sendCode(mail);
    return context.html(renderCode(request, email, ""));
  });

  app.post("/sign-in/code/check", async (context) => {
    const [request, email] = [await readField(context, "request"), await readField(context, "email")];
    const signedIn = await signInByCode(getSignInContext(context), request, await readField(context, "code"));
    if (!signedIn) {
      const fault = "This code is wrong, or no longer valid. Check it, or ask for a new one.";
      return context.html(renderCode(request, email, fault), 422);
    }
    await desk.startSession(context, signedIn);
    return context.redirect("/stories", 303);
  });

  app.get("/link/:token", async (context) => {
    const person = await findPersonOfLink(database, context.req.param("token"), getNow());
    return person ? context.html(renderLink(person.name)) : context.html(renderOldLink(), 410);
  });

  app.post("/link/:token", async (context) => {
    const signedIn = await signInByLink(getSignInContext(context), context.req.param("token"));
    if (!signedIn) return context.html(renderOldLink(), 410);
    await desk.startSession(context, signedIn);
    return context.redirect("/account", 303);
  });

  app.post("/sign-in/passkey/options", async (context) =>
    context.json(await createSignInOptions({ database, now: getNow(), party: desk.getParty() })),
  );

  app.post("/sign-in/passkey", async (context) => {
    const { data } = passkeySchema.safeParse(await context.req.json().catch(() => null));
    const signedIn =
      data &&
      (await signInByPasskey(
        { ...getSignInContext(context), party: desk.getParty() },
        data as unknown as AuthenticationResponseJSON,
      ));
    if (!signedIn) return context.text("The desk does not know this passkey. Sign in another way.", 422);
    await desk.startSession(context, signedIn);
    return context.json({ location: "/stories" });
  });

  async function sendCode({ email, name, code }: CodeMail): Promise<void> {
    const { hostname } = new URL(desk.getOrigin());
    const sender = desk.editions().find((edition) => edition.newsroomEmail);
    if (!desk.transport || !sender?.newsroomEmail)
      return desk.log.warn("desk: a code was not mailed; set SMTP_URL, and newsroomEmail in an edition");
    try {
      await desk.transport.send({
        from: { name: sender.name, address: sender.newsroomEmail },
        to: { name, address: email },
        subject: `${code.slice(0, 4)} ${code.slice(4)} is your code for the desk`,
        text: `Type this code in the window that asked for it, at ${hostname}:\n\n${code.slice(0, 4)} ${code.slice(4)}\n\nIt is valid for ${CODE_MINUTES} minutes. If you did not ask for it, ignore this mail, and tell nobody the code.\n`,
      });
    } catch (error) {
      desk.log.error({ reason: toMessage(error) }, "desk: a code was not mailed");
    }
  }
}

async function readField(context: Context, name: string): Promise<string> {
  const form = await context.req.formData().catch(() => new FormData());
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, 500) : "";
}

function renderSignIn(): string {
  const content = html`<p><button type="button" data-passkey="use" hidden>Sign in with a passkey</button></p>
<p data-message role="status"></p>
<form method="post" action="/sign-in/code">
<label for="email">Or by a code that we mail to you</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" placeholder="you@example.org">
<button>Mail me a code</button>
</form>
<p class="soft">No passkey and no mail? A publisher can make a link for you.</p>`;
  return renderDeskPage({ title: "Sign in", content, session: null, isNarrow: true });
}

function renderCode(request: string, email: string, fault: string): string {
  const content = html`<p>If ${email} may sign in here, a code is on its way to it. It is valid for ${CODE_MINUTES} minutes, in this window only.</p>
<form method="post" action="/sign-in/code/check">
<input type="hidden" name="request" value="${request}"><input type="hidden" name="email" value="${email}">
<label for="code">Code</label>
<input id="code" name="code" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"${fault ? html` aria-invalid="true" aria-describedby="fault"` : null}>
<p id="fault" data-message role="alert">${fault}</p>
<button>Sign in</button>
</form>
<p><a href="/sign-in">Ask for a new code</a></p>`;
  return renderDeskPage({ title: "Type the code", content, session: null, isNarrow: true });
}

function renderLink(name: string): string {
  const content = html`<p>This link signs you in once. Press the button, and it is used up.</p>
<form method="post"><button>Sign in as ${name}</button></form>`;
  return renderDeskPage({ title: `Welcome, ${name}`, content, session: null, isNarrow: true });
}

function renderOldLink(): string {
  const content = html`<p>It was used, replaced by a newer one, or is older than 24 hours. Ask a publisher for a new link.</p>
<p><a href="/sign-in">Sign in another way</a></p>`;
  return renderDeskPage({ title: "This link no longer works", content, session: null, isNarrow: true });
}
