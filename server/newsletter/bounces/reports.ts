import { StoppedError } from "../../isolation/isolatedProcess.ts";
import type { Parser, Parsers } from "../../isolation/parsers.ts";
import { findDeliveryByToken, saveBounce } from "../../store/newsletter/ledger.ts";
import type { Database } from "../../store/schema/schema.ts";
import { suppressSubscriber } from "../subscribing/subscribers.ts";
import type { BounceReport, parse } from "./reportParser.ts";

const PARSER: Parser<typeof parse> = {
  module: new URL("./reportParser.ts", import.meta.url),
  task: "Parsing the mail",
  timeoutMs: 5000,
};

/** Parses a mail. Returns null if it is not a report, or cannot be parsed. @throws {StoppedError} if the server stops */
export async function parseReport(source: Uint8Array, parsers: Pick<Parsers, "parse">): Promise<BounceReport | null> {
  return parsers.parse(PARSER, {}, source).catch((error) => {
    if (error instanceof StoppedError) throw error;
    return null;
  });
}

/** Records a report; if it is final, suppresses the subscriber. Returns `unknown` if no delivery has the token. */
export async function applyReport(
  database: Database,
  { token, kind, isFinal, reason }: BounceReport,
  now: string,
): Promise<"suppressed" | "noted" | "unknown"> {
  const delivery = token === null ? undefined : await findDeliveryByToken(database, token);
  if (!delivery) return "unknown";
  const summary = `${kind === "complaint" ? "Complaint" : "Bounce"}: ${reason}`;
  await saveBounce(database, delivery.id, summary);
  if (!isFinal) return "noted";
  await suppressSubscriber(database, delivery.subscriberId, summary, now);
  return "suppressed";
}
