import { decodeBody } from "../feeds/parse/decodeBody.ts";
import { readCapMessages } from "./capMessages.ts";
import { type AlertChoice, type OfficialAlert, selectAlerts } from "./officialAlerts.ts";

interface AlertDocument {
  contentType: string | null;
  url: string;
  choices: AlertChoice[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Reads a document with official alerts. Returns, for each choice, a list of the selected alerts in force. */
export function parse({ contentType, url, choices, now }: AlertDocument, body: Uint8Array): OfficialAlert[][] {
  const messages = readCapMessages(decodeBody(body, contentType), url);
  return choices.map((choice) => selectAlerts(messages, { ...choice, now }));
}
