import { browserSupportsWebAuthn } from "@simplewebauthn/browser";
import { signInByPasskey } from "./signInByPasskey.ts";

// Shows the button only in browsers with passkeys. In other browsers, people sign in by a code or a link.
const button = document.querySelector<HTMLButtonElement>("button[data-passkey]");
const message = document.querySelector<HTMLElement>("[data-message]");
if (button && message && browserSupportsWebAuthn()) {
  button.hidden = false;
  button.addEventListener("click", () => void signIn(button, message));
}

async function signIn(pressed: HTMLButtonElement, status: HTMLElement): Promise<void> {
  pressed.disabled = true;
  status.textContent = "";
  try {
    await signInByPasskey();
    window.location.assign(pressed.dataset.to ?? "/stories");
  } catch (error) {
    pressed.disabled = false;
    const { name, message: reason } = error as Error;
    status.textContent = name === "NotAllowedError" ? (pressed.dataset.unused ?? "") : reason;
  }
}
