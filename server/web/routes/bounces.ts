import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { type Report, readReport } from "../../newsletter/bounces/report.ts";
import { takeReport } from "../../newsletter/bounces/take.ts";
import type { Database } from "../../store/schema.ts";

const event = z.strictObject({
  /** The envelope's sender of the mail, or the code in it, or its Message-ID. */
  delivery: z.string().min(1),
  kind: z.enum(["bounce", "complaint"]),
  /** Whether the address takes no mail at all; a complaint always ends it. */
  permanent: z.boolean().default(true),
  reason: z.string().default(""),
});
const events = z.union([event.transform((one) => [one]), z.array(event).max(1000)]);

interface Parts {
  database: Database;
  /** What a caller has to know; without it nobody is let in. */
  token: string | undefined;
  log: Logger;
}

/** POST /api/newsletter/bounces: what mail services say of mails that they had taken, as JSON or as the report itself. */
export function addBounces(site: Hono, { database, token, log }: Parts): void {
  site.post("/api/newsletter/bounces", async (context) => {
    const given = context.req.header("authorization")?.replace(/^bearer /i, "") ?? "";
    if (!token || !isSame(given, token))
      return context.json({ error: "Say the bearer token that BOUNCES_TOKEN has." }, 401);
    const reports = await readBody(context.req.header("content-type") ?? "", await context.req.text());
    if (typeof reports === "string") return context.json({ error: reports }, 422);
    const counts = { suppressed: 0, noted: 0, unknown: 0 };
    for (const report of reports) counts[await takeReport(database, report, new Date().toISOString())]++;
    log.info(counts, "bounces taken");
    return context.json(counts);
  });
}

/** @returns what is wrong with it, where it is no report */
async function readBody(type: string, body: string): Promise<Report[] | string> {
  if (type.startsWith("message/rfc822")) {
    const report = await readReport(body);
    return report ? [report] : "This mail is neither a delivery report nor a complaint.";
  }
  const parsed = events.safeParse(parseJson(body));
  if (!parsed.success)
    return 'Send {"delivery", "kind": "bounce" or "complaint", "permanent", "reason"}, or an array of up to 1,000 such.';
  return parsed.data.map(({ delivery, kind, permanent, reason }) => ({
    token: /\b[0-9a-f]{20}\b/i.exec(delivery)?.[0].toLowerCase() ?? null,
    kind,
    isFinal: permanent || kind === "complaint",
    words: reason.slice(0, 300) || "No reason was given",
  }));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
