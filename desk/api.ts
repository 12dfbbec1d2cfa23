import { hc } from "hono/client";
import type { DeskApi } from "../server/desk/api/deskApi.ts";
import { proof } from "./proof/proveAgain.ts";
import { signIn } from "./proof/signInAgain.ts";
import { getTexts } from "./texts/texts.ts";

const client = hc<DeskApi>("/api");

/** A request that the desk refused or could not answer. The message is a sentence for the person. */
export class RequestError extends Error {
  /** HTTP status; 0 if the desk could not be reached. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Answer<Body> {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<Body>;
  text(): Promise<string>;
}

/**
 * Sends a request and returns the answer's JSON. If the session has ended or it needs a passkey again, asks for that and
 * sends the request once more.
 *
 * @param isAsking false to throw when the session has ended
 * @throws {RequestError} if it is refused or the desk can't be reached
 */
export async function call<Body>(
  send: (api: typeof client) => Promise<Answer<Body>>,
  { isAsking = true }: { isAsking?: boolean } = {},
): Promise<Body> {
  let answer = await reach(send);
  if (answer.status === 401 && isAsking && (await signIn.ask())) answer = await reach(send);
  if (answer.headers.get("x-proof") === "needed" && (await proof.ask())) answer = await reach(send);
  if (!answer.ok) throw new RequestError(answer.status, (await answer.text()).trim());
  return answer.json();
}

async function reach<Body>(send: (api: typeof client) => Promise<Answer<Body>>): Promise<Answer<Body>> {
  try {
    return await send(client);
  } catch {
    throw new RequestError(0, getTexts().shell.errors.offline.title);
  }
}
