import type { Made } from "./cache/kept.ts";
import { noting } from "./cache/tags.ts";
import type { KeptPages } from "./keptPages.ts";
import { POLICIES, type PolicyName } from "./policies.ts";
import { POLICY_OF_FILES, securityHeaders } from "./security.ts";
import type { Services } from "./services.ts";
import type { RequestedSite } from "./sites.ts";

/** What is to be sent at an address that is no page. */
interface File {
  body: string | Buffer;
  /** Its media type. */
  type: string;
  /** How long others may keep it; `filling` while something on it is still being fetched. */
  policy: PolicyName;
  /** When it last said something else, ISO 8601, where that is known. */
  changedAt?: string | null;
  /** What of a request its bytes depend on beside the address; see `negotiated` in main.ts. */
  vary?: string;
  /** That something is not there, where it is said in words of its own. */
  status?: 404 | 410;
  headers?: Record<string, string>;
}

/**
 * Answers a request for something that is no page out of the cache, or makes it and keeps it.
 *
 * @param address null where every asker asks for something else, so that nothing is kept
 */
export type KeepFile = (request: Request, address: string | null, make: MakeFile) => Promise<Response>;

/** @returns undefined where there is no such thing (any more) */
type MakeFile = (services: Services, site: RequestedSite) => Promise<File | undefined> | File | undefined;

interface Parts {
  servicesFor: (site: RequestedSite) => Services;
  kept: Pick<KeptPages, "other">;
}

/** What answers such requests; server/web/keptPages.ts says how it is used. */
export function fileKeeper({ servicesFor, kept }: Parts): KeepFile {
  return (request, address, make) =>
    kept.other(request, address, async (site): Promise<Made> => {
      const shown = new Set<string>();
      const file = await make(noting(servicesFor(site), site.edition, shown), site);
      const always = {
        "content-security-policy": POLICY_OF_FILES,
        ...securityHeaders(site.siteUrl.startsWith("https:")),
      };
      if (!file) {
        const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": POLICIES.standIn, ...always };
        return { status: 404, tags: shown, body: Buffer.from("There is no such thing here."), headers };
      }
      return {
        ...{ status: file.status ?? 200, tags: shown, body: Buffer.from(file.body) },
        headers: {
          "content-type": file.type,
          ...(file.changedAt && { "last-modified": new Date(file.changedAt).toUTCString() }),
          ...(file.vary && { vary: file.vary }),
          "cache-control": POLICIES[file.policy],
          "surrogate-key": [...shown].join(" "),
          ...always,
          ...file.headers,
        },
      };
    });
}
