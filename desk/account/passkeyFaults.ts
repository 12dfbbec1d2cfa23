import { getTexts } from "../texts/texts.ts";

/** Returns a sentence with the reason why a passkey was not used or added. */
export function toPasskeyFault(error: unknown): string {
  const texts = getTexts().account.passkeyFaults;
  const { name, message } = error as Error;
  if (name === "NotAllowedError" || name === "AbortError") return texts.unused;
  return name === "InvalidStateError" ? texts.known : message;
}
