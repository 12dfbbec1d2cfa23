import { hc } from "hono/client";
import type { DeskApi } from "../server/desk/api/deskApi.ts";
import { proof } from "./proof/proveAgain.ts";
import { signIn } from "./proof/signInAgain.ts";
import { getTexts } from "./texts/texts.ts";

const client = hc<DeskApi>("/api");

/** Error for a request that was rejected or could not reach the desk. The message is a sentence for the person. */
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

interface Reached<Body> {
  answer: Answer<Body>;
  /** Sentence with which the desk rejects the request; "" if the desk accepts it. */
  rejection: string;
}

/**
 * Sends a request and returns the JSON of the response. If the session has ended, asks the person to sign in; if the
 * server requires the passkey again, asks for the passkey. Afterwards, repeats the request.
 *
 * @param isAsking false to throw when the session has ended
 * @throws {RequestError} if the request is rejected or the desk can't be reached
 */
export async function call<Body>(
  send: (api: typeof client) => Promise<Answer<Body>>,
  { isAsking = true }: { isAsking?: boolean } = {},
): Promise<Body> {
  let reached = await reach(send);
  if (reached.answer.status === 401 && isAsking && (await signIn.ask())) reached = await reach(send);
  if (reached.answer.headers.get("x-proof") === "needed" && (await proof.ask())) reached = await reach(send);
  const { answer, rejection } = reached;
  if (!answer.ok) throw new RequestError(answer.status, rejection);
  return answer.json();
}

async function reach<Body>(send: (api: typeof client) => Promise<Answer<Body>>): Promise<Reached<Body>> {
  try {
    const answer = await send(client);
    // Reads the response at once: an unread response keeps its connection in use, and a person may take minutes to sign
    // in.
    return { answer, rejection: answer.ok ? "" : (await answer.text()).trim() };
  } catch {
    throw new RequestError(0, getTexts().shell.errors.offline.title);
  }
}
