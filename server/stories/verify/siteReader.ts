import { toMessage } from "../../../core/toMessage.ts";
import { EditorError } from "../../editorError.ts";
import { type ProbeResponse, probe } from "../../net/probe.ts";

/** Longest wait for a response, in ms. A page may have to be rendered first. */
const TIMEOUT_MS = 60_000;
/** Maximum number of redirects that are followed from an old address. */
const MAX_REDIRECTS = 3;
/** Maximum number of addresses whose results are kept in memory. */
const MAX_KNOWN = 50_000;
/** Longest page that is read, in characters: several times the longest text of a story, for its markup. */
const MAX_PAGE = 4_000_000;

/** Final address of a request, after redirects. */
export interface Destination {
  status: number;
  /** Path and query. */
  path: string;
}

export type SiteReader = ReturnType<typeof createSiteReader>;

/**
 * Creates a client that requests pages of the running site.
 *
 * @param origin address of the server
 * @param host host of the edition's site, if it differs from that of the server; null for the same
 * @param socketPath Unix socket of the server; null for none
 */
export function createSiteReader(
  origin: string,
  host: string | null,
  socketPath: string | null,
  timeoutMs: number = TIMEOUT_MS,
) {
  const known = new Map<string, Promise<Destination>>();

  async function request(path: string, method: "GET" | "HEAD"): Promise<ProbeResponse> {
    const headers = { accept: "text/html,*/*;q=0.8", ...(host !== null && { host }) };
    const options = { method, headers, maxBody: MAX_PAGE, isOfMany: true };
    const send = () => probe(origin + path, timeoutMs, { ...options, ...(socketPath !== null && { socketPath }) });
    try {
      // The server may close an idle connection just as a request is sent.
      return await send().catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ECONNRESET") throw error;
        return send();
      });
    } catch (error) {
      throw new EditorError(`${origin}${path} does not respond: ${toMessage(error)}. --url names the running site.`);
    }
  }

  async function follow(start: string): Promise<Destination> {
    let path = start;
    for (let redirects = 0; ; redirects++) {
      const { status, location } = await request(path, "HEAD");
      const target = location !== null && status >= 300 && status < 400 ? URL.parse(location, origin + path) : null;
      if (!target || redirects === MAX_REDIRECTS) return { status, path };
      const isOwn = target.origin === origin || target.host === host;
      if (!isOwn) return { status: 200, path: target.href };
      path = target.pathname + target.search;
    }
  }

  return {
    /** Returns the status and the HTML of a page. Does not follow redirects. */
    read: (path: string) => request(path, "GET"),
    /** Returns the final address for an address of this site. Does not request addresses of other sites. */
    findDestination(path: string): Promise<Destination> {
      if (known.size > MAX_KNOWN) known.clear();
      return known.getOrInsertComputed(path, follow);
    },
  };
}
