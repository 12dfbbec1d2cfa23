import type { SignInTexts } from "../../core/language/en/signIn.ts";
import { CODE_MINUTES } from "../people/signInCodes.ts";
import { html } from "../syndication/text/html.ts";
import type { DeskPage } from "./deskPage.ts";

/** Request for a sign-in code. The code must be typed in the window that made the request. */
interface CodeRequest {
  /** Random id of the request. Only the window that made the request knows the id. */
  request: string;
  email: string;
  /** Address to show after signing in. */
  to: string;
}

/** @param to address to show after signing in */
export function renderSignIn(texts: SignInTexts, to: string): DeskPage {
  const content = html`<p><button type="button" class="strong" data-passkey data-to="${to}" data-unused="${texts.unusedPasskey}" hidden>${texts.usePasskey}</button></p>
<p data-message role="status"></p>
<form method="post" action="/sign-in/code">
<input type="hidden" name="to" value="${to}">
<label for="email">${texts.emailLabel}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" placeholder="${texts.emailExample}">
<button>${texts.mailCode}</button>
</form>
<p class="soft">${texts.noMail}</p>`;
  return { title: texts.signIn, content };
}

/** @param fault sentence about the code that was typed; "" for none */
export function renderCode(texts: SignInTexts, { request, email, to }: CodeRequest, fault: string): DeskPage {
  const content = html`<p>${texts.codeOnItsWay(email, CODE_MINUTES)}</p>
<form method="post" action="/sign-in/code/check">
<input type="hidden" name="request" value="${request}"><input type="hidden" name="email" value="${email}"><input type="hidden" name="to" value="${to}">
<label for="code">${texts.code}</label>
<input id="code" name="code" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" autofocus${fault ? html` aria-invalid="true" aria-describedby="fault"` : null}>
<p id="fault" data-message role="alert">${fault}</p>
<button class="strong">${texts.signIn}</button>
</form>
<p><a href="/sign-in?to=${encodeURIComponent(to)}">${texts.newCode}</a></p>`;
  return { title: texts.typeCode, content };
}

/** @param name name of the person for whom the link was made */
export function renderLink(texts: SignInTexts, name: string): DeskPage {
  const content = html`<p>${texts.linkWorksOnce}</p>
<form method="post"><button class="strong">${texts.signInAs(name)}</button></form>`;
  return { title: texts.welcome(name), content };
}

export function renderNothingHere(texts: SignInTexts): DeskPage {
  const content = html`<p>${texts.nothingHereReason}</p>
<p><a href="/">${texts.toStories}</a></p>`;
  return { title: texts.nothingHere, content };
}

export function renderOldLink(texts: SignInTexts): DeskPage {
  const content = html`<p>${texts.oldLinkReason}</p>
<p><a href="/sign-in">${texts.otherWay}</a></p>`;
  return { title: texts.oldLink, content };
}
