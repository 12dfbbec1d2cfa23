import { toMessage } from "../../../core/toMessage.ts";
import { EditorError } from "../../editorError.ts";
import { type ProbeResponse, probe } from "../../net/probe.ts";

/** Time limit of a response, in ms. The server may have to render the page first. */
const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;
/** Maximum number of addresses whose destinations are kept in memory. */
const MAX_KNOWN = 50_000;
/** Maximum length of a page, in characters: several times the length of the longest story, to leave room for markup. */
const MAX_PAGE = 4_000_000;

/** Response at the end of an address's redirects. */
export interface Destination {
  status: number;
  /** Path and query of the final address; a complete URL if it is on another site. */
  path: string;
}

export type SiteReader = ReturnType<typeof createSiteReader>;

/**
 * Creates a client that requests pages of the running site.
 *
 * @param origin address of the server
 * @param host value of the Host header; null to use the host in `origin`
 * @param socketPath Unix socket of the server; null if it listens on a port
 * @param timeoutMs time limit of a response, in ms
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
      // Sends the request again if the server closed the idle connection just when the request was sent.
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
    /**
     * Returns the final address and status for a path of this site. Does not send requests to other sites, and assumes
     * status 200 for them.
     */
    findDestination(path: string): Promise<Destination> {
      if (known.size > MAX_KNOWN) known.clear();
      return known.getOrInsertComputed(path, follow);
    },
  };
}
