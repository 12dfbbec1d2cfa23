import { hc } from "hono/client";
import type { DeskApi } from "../server/desk/api/deskApi.ts";

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
  json(): Promise<Body>;
  text(): Promise<string>;
}

/** Sends a request and returns the answer's JSON. @throws {RequestError} if it is refused or the desk can't be reached */
export async function call<Body>(send: (api: typeof client) => Promise<Answer<Body>>): Promise<Body> {
  let response: Answer<Body>;
  try {
    response = await send(client);
  } catch {
    throw new RequestError(0, "The desk can’t be reached.");
  }
  if (!response.ok) throw new RequestError(response.status, (await response.text()).trim());
  return response.json();
}
