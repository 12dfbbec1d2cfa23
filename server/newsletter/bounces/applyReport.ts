import { findDeliveryByToken, saveBounce } from "../../store/newsletter/ledger.ts";
import type { Database } from "../../store/schema.ts";
import { suppressSubscriber } from "../subscribing/subscribers.ts";
import type { Report } from "./parseReport.ts";

/**
 * Records a report, and suppresses the subscriber if the mailbox does not exist or its owner complained.
 *
 * @returns `unknown` if the report names no delivery of ours
 */
export async function applyReport(
  database: Database,
  { token, kind, isFinal, reason }: Report,
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
