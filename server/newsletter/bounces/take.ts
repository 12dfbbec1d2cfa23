import { deliveryByToken, saveBounce } from "../../store/newsletter/deliveries.ts";
import type { Database } from "../../store/schema.ts";
import { suppressSubscriber } from "../subscribers.ts";
import type { Report } from "./report.ts";

/** What a report led to: `unknown` where it names no delivery of ours. */
export type Taken = "suppressed" | "noted" | "unknown";

/** Takes a report: an address that is gone, or whose owner complained, gets no more mail. */
export async function takeReport(database: Database, report: Report, now: string): Promise<Taken> {
  const delivery = report.token === null ? undefined : await deliveryByToken(database, report.token);
  if (!delivery) return "unknown";
  const what = report.kind === "complaint" ? "Complaint" : "Bounce";
  await saveBounce(database, delivery.id, `${what}: ${report.words}`);
  if (!report.isFinal) return "noted";
  await suppressSubscriber(database, delivery.subscriberId, `${what}: ${report.words}`, now);
  return "suppressed";
}
