import { z } from "zod";
import type { Config } from "../../config.ts";
import { getLocalSite, getLocalUrl } from "../../net/localUrl.ts";
import { probe } from "../../net/probe.ts";

/** Report that this machine's server returns at `/readyz`. */
const reportSchema = z.object({
  ready: z.boolean(),
  failed: z.array(z.string()),
  checks: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string() })),
  version: z.string().optional(),
});
export type Report = z.infer<typeof reportSchema>;

/** Time limit of the request, in ms. The server itself waits up to 2 s for its store. */
const TIMEOUT_MS = 8000;

/**
 * Requests the report of the server on this machine.
 *
 * @throws {Error} if no server responds, or the response does not come from Broadsheet
 */
export async function readReport(config: Config): Promise<Report> {
  const { origin, socketPath } = getLocalSite(config);
  const { body } = await probe(`${origin}/readyz`, TIMEOUT_MS, socketPath === null ? {} : { socketPath });
  return reportSchema.parse(JSON.parse(body));
}

/** Returns a sentence for each failed check of this machine's server. If no server responds, returns one sentence. */
export async function listFailures(config: Config): Promise<string[]> {
  try {
    const { failed, checks } = await readReport(config);
    return failed.map((name) => `${name}: ${checks[name]?.detail}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [`The server does not respond at ${getLocalUrl(config)}: ${code ?? message}`];
  }
}
