import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Hono } from "hono";
import { z } from "zod";
import { addPasskey, createPasskeyOptions } from "../people/passkeys.ts";
import { endOwnSession, listSessions } from "../people/sessions.ts";
import { listPasskeys } from "../store/people/passkeys.ts";
import type { Session } from "../store/people/sessions.ts";
import type { SignInMethod } from "../store/schema/peopleSchema.ts";
import { html, type Markup } from "../syndication/text/html.ts";
import type { Desk } from "./deskContext.ts";
import { renderDeskPage } from "./deskPage.ts";
import type { SignedInApp } from "./signedIn.ts";

const passkeySchema = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });

const METHODS: Record<SignInMethod, string> = { link: "by a link", passkey: "with a passkey", code: "by a code" };

/** Adds a person's own page: passkeys and sessions. */
export function addAccountRoutes(app: SignedInApp, desk: Desk): void {
  const { database, getNow } = desk;

  app.get("/account", async (context) => {
    const session = context.get("session");
    const [passkeys, sessions] = await Promise.all([
      listPasskeys(database, session.person.id),
      listSessions(database, session.person.id, getNow()),
    ]);
    const content = html`${renderPasskeys(passkeys.length)}
<h2>Where you are signed in</h2>
<ul class="rows">
${sessions.map((row) => renderSession(row, row.id === session.id))}
</ul>`;
    return context.html(renderDeskPage({ title: session.person.name, content, session, isNarrow: true }));
  });

  app.post("/account/passkeys/options", async (context) => {
    const parts = { database, now: getNow(), party: desk.getParty() };
    return context.json(await createPasskeyOptions(parts, context.get("session").person));
  });

  app.post("/account/passkeys", async (context) => {
    const { data } = passkeySchema.safeParse(await context.req.json().catch(() => null));
    const parts = { database, now: getNow(), party: desk.getParty() };
    const isAdded =
      data && (await addPasskey(parts, context.get("session"), data as unknown as RegistrationResponseJSON));
    return isAdded
      ? context.json({ location: "/stories" })
      : context.text("The passkey was not added. Reload the page and try again.", 422);
  });

  app.post("/account/sessions/:id{[0-9]{1,15}}/end", async (context) => {
    await endOwnSession(database, context.get("session").person, Number(context.req.param("id")), getNow());
    return context.redirect("/account", 303);
  });
}

/** Adds signing out, which also works when the session has ended. */
export function addSignOut(app: Hono, desk: Desk): void {
  app.post("/sign-out", async (context) => {
    await desk.endSession(context);
    return context.redirect("/sign-in", 303);
  });
}

function renderPasskeys(count: number): Markup {
  const state =
    count === 0
      ? "A passkey signs you in with your fingerprint, your face or the lock of your device. Add one, so that you need no link the next time."
      : `You have ${count} ${count === 1 ? "passkey" : "passkeys"}. Add one on each device that you use.`;
  return html`<p>${state}</p>
<p><button type="button" data-passkey="add" hidden>Add a passkey</button></p>
<p data-message role="status"></p>`;
}

function renderSession({ id, method, browser, used_at }: Session, isCurrent: boolean): Markup {
  const end = isCurrent
    ? html`<span class="soft">this one</span>`
    : html`<form method="post" action="/account/sessions/${id}/end"><button class="plain">End</button></form>`;
  const seen = `${used_at.slice(0, 16).replace("T", " ")} UTC`;
  return html`<li><span>${describeBrowser(browser)}<br><small>${METHODS[method]}, last used ${seen}</small></span>${end}</li>`;
}

/** Returns the browser's and the system's name of a User-Agent header. */
function describeBrowser(userAgent: string): string {
  const [browser] = /Firefox|Edg|OPR|Chrome|Safari/.exec(userAgent) ?? ["Browser"];
  const [system] = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(userAgent) ?? [];
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name} on ${system}` : name;
}
