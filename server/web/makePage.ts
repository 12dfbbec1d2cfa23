import type { Made } from "./cache/kept.ts";
import { noting, tags } from "./cache/tags.ts";
import { sealScripts } from "./inlineScripts.ts";
import type { Pages } from "./pages.ts";
import { POLICIES, type PolicyName } from "./policies.ts";
import { contentPolicy, POLICY_OF_FILES, securityHeaders } from "./security.ts";
import type { Services } from "./services.ts";
import type { RequestedSite } from "./sites.ts";

/** Makes the answer to a request for a page, or for a page's data, whole: its finished bytes and what is said of them. */
export type MakePage = (request: Request, site: RequestedSite, asked?: Asked) => Promise<Made>;

interface Asked {
  /** Who asks, where it is made for one asker alone. */
  client?: string | undefined;
  /** What the route says of how long others may keep it; as pages are kept, where it says nothing. */
  policy?: PolicyName | undefined;
}

export function pageMaker(pages: Pages, servicesFor: (site: RequestedSite, client?: string) => Services): MakePage {
  return async (request, site, { client, policy = isData(request) ? "data" : "page" } = {}) => {
    const shown = new Set<string>();
    const response = await pages(request, noting(servicesFor(site, client), site.edition, shown));
    const { "x-nonce": nonce, ...own } = Object.fromEntries(response.headers);
    const text = await response.text();
    const { body, hashes } = nonce ? sealScripts(text, nonce) : { body: Buffer.from(text), hashes: [] };
    const { pathname } = new URL(request.url);
    return {
      ...{ status: response.status, tags: shown, body },
      headers: {
        ...own,
        ...(isRead(request) && policy !== "never"
          ? { "cache-control": cachingOf(response.status, shown, policy), "surrogate-key": [...shown].join(" ") }
          : { "cache-control": POLICIES.never }),
        "content-security-policy": nonce ? contentPolicy(site.edition, pathname, hashes) : POLICY_OF_FILES,
        ...securityHeaders(site.siteUrl.startsWith("https:")),
      },
    };
  };
}

/** Whether only a page's data is wanted, by the router in a reader's browser. */
function isData({ url }: Request): boolean {
  return new URL(url).pathname.endsWith(".data");
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function cachingOf(status: number, shown: ReadonlySet<string>, policy: PolicyName): string {
  if (status >= 400 && ![404, 410].includes(status)) return POLICIES.never;
  return shown.has(tags.filling) ? POLICIES.filling : POLICIES[policy];
}

/** Whether a made answer is the same for everybody who asks, until what it shows changes. */
export function isLasting({ status }: Made): boolean {
  return status === 200 || isMissing({ status });
}

export function isMissing({ status }: Pick<Made, "status">): boolean {
  return status === 404 || status === 410;
}
