import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { toCleanLine } from "../../../core/controls.ts";
import type { Parsers } from "../../isolation/parsers.ts";
import { findToken } from "../../newsletter/bounces/deliveryToken.ts";
import type { BounceReport } from "../../newsletter/bounces/reportParser.ts";
import { applyReport, parseReport } from "../../newsletter/bounces/reports.ts";
import type { Database } from "../../store/schema/schema.ts";

const event = z.strictObject({
  /** Text with the mail's delivery token: the envelope sender, the Message-ID, or the token alone. */
  delivery: z.string().min(1),
  kind: z.enum(["bounce", "complaint"]),
  /** False if the address may accept later mails. Ignored for a complaint, which always ends the subscription. */
  permanent: z.boolean().default(true),
  reason: z.string().default(""),
});
const events = z.union([event.transform((one) => [one]), z.array(event).max(1000)]);

interface Parts {
  database: Database;
  parsers: Pick<Parsers, "parse">;
  /** Bearer token that callers must send; undefined to reject all callers. */
  token: string | undefined;
  log: Logger;
}

/** Adds POST /api/newsletter/bounces. Mail services report bounces and complaints there, as JSON or as raw mails. */
export function addBounceRoute(site: Hono, { database, parsers, token, log }: Parts): void {
  site.post("/api/newsletter/bounces", async (context) => {
    const given = context.req.header("authorization")?.replace(/^bearer /i, "") ?? "";
    if (!token || !isEqual(given, token))
      return context.json({ error: "Missing or wrong bearer token: send the value of BOUNCES_TOKEN." }, 401);
    const isMail = context.req.header("content-type")?.startsWith("message/rfc822");
    const reports = isMail
      ? await readMail(new Uint8Array(await context.req.arrayBuffer()), parsers)
      : readEvents(await context.req.json().catch(() => undefined));
    if (typeof reports === "string") return context.json({ error: reports }, 422);
    const counts = { suppressed: 0, noted: 0, unknown: 0 };
    for (const report of reports) counts[await applyReport(database, report, new Date().toISOString())]++;
    log.info(counts, "bounces processed");
    return context.json(counts);
  });
}

async function readMail(source: Uint8Array, parsers: Parts["parsers"]): Promise<BounceReport[] | string> {
  const report = await parseReport(source, parsers);
  return report ? [report] : "This mail is neither a delivery report nor a complaint.";
}

/** Returns the bounce reports in a JSON body; an error message if the body is invalid. */
function readEvents(body: unknown): BounceReport[] | string {
  const parsed = events.safeParse(body);
  if (!parsed.success)
    return 'Send {"delivery", "kind": "bounce" or "complaint", "permanent", "reason"}, or an array of up to 1,000 such.';
  return parsed.data.map(({ delivery, kind, permanent, reason }) => ({
    token: findToken(delivery),
    kind,
    isFinal: permanent || kind === "complaint",
    reason: toCleanLine(reason.slice(0, 300)) || "No reason was given",
  }));
}

/** Compares two texts in constant time, even if their lengths differ. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
