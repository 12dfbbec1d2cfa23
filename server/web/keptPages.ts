import type { RequestListener } from "node:http";
import { encodeOnce } from "./cache/encodings.ts";
import type { Asked, Made, Sent, Wish } from "./cache/kept.ts";
import type { PageCache } from "./cache/pageCache.ts";
import { isLasting, isMissing, type MakePage } from "./makePage.ts";
import type { PageAddress } from "./pageAddress.ts";
import type { Pages } from "./pages.ts";
import { isKeepable } from "./policies.ts";
import type { Services } from "./services.ts";
import type { RequestedSite, Sites } from "./sites.ts";

/**
 * Pages, their data, and other texts such as feeds, out of the cache: each is made once, kept as finished bytes in every
 * encoding with its ETag, and made anew in the background when what it shows has changed. To have something new kept:
 *
 * **A page** (a route of app/routes.ts) is kept as it is, by its edition and its address, and its `.data` with it.
 * - The query: no parameter makes another page unless the route names it, and its loader reads no other:
 *   `export const handle = { query: { page: (value) => /^[1-9]\d?$/.test(value) } }`. Where there are several ways to write
 *   one value, it is returned as it is to be written: `q: (value) => value.trim().toLowerCase().slice(0, 100)`.
 * - How long others may keep it: `handle.policy`, a name in policies.ts; without it, `page`. What is `fleeting` (an answer to
 *   what was typed) or `never` (a page for one reader) is not kept by us either. While a tag `filling` is noted
 *   (server/web/cache/tags.ts) it is `filling`, whatever the route says; failures are `never`, and so is what is posted.
 * - What it depends on is noted by itself, from the services that its loader asks: `noting` in server/web/cache/tags.ts adds the
 *   tags of each. A new service is added there (tsc says so), with a tag that exists, mostly `tags.news(id)`, which each poll
 *   with news changes; or with one of its own, and whoever changes it tells `keepFresh` (server/web/keepFresh.ts), as
 *   `polledCalendar` does. A service that answers from the edition's files alone is added to `Constant` there.
 * - Nothing in it may depend on who asks, on a cookie, or on a clock finer than the edition's day.
 *
 * **What is no page** (RSS, Atom, JSON, a sitemap) is added to server/web/app.ts with `KeepFile` (keptFiles.ts):
 *
 *     site.get("/:section/atom.xml", (context) => {
 *       const { section } = context.req.param();
 *       return keepFile(context.req.raw, `/${section}/atom.xml`, async ({ feeds }) => ({ body, type, policy: "feed" }));
 *     });
 *
 * The second argument is the address as it is kept: it holds whatever of the request its bytes depend on, query included,
 * written in one way only. Undefined in place of a file is answered with 404 and not kept. A resource route of app/routes.ts
 * (a loader without a component that returns a Response) is treated as a page is.
 *
 * **What must never be kept** (streams, server-sent events, what a reader posts) stands before this (main.ts) or is no GET.
 */
export interface KeptPages {
  /** Finds what is kept for a request of GET or HEAD, by its address as it was written. */
  look(url: string, asked: Asked): Sent | undefined;
  /** Answers what is kept before any framework sees the request, and passes everything else on: behind `frontDoor.ts`. */
  before(listener: RequestListener): RequestListener;
  /**
   * Answers a page's request, and keeps the answer where it may be kept.
   *
   * @param client who asks; what is kept is made for nobody in particular
   */
  page(request: Request, client: string): Promise<Response>;
  /**
   * Answers a request for something that is no page, and keeps it.
   *
   * @param address under which it is kept; null keeps it not at all
   */
  other(request: Request, address: string | null, make: (site: RequestedSite) => Promise<Made>): Promise<Response>;
  /** Forgets which addresses lead nowhere: something was added. */
  forgetMissing(): void;
}

interface Parts {
  cache: PageCache;
  pages: Pages;
  /** Makes a page for who asks. */
  makePage: MakePage;
  /** Makes a page that is the same for whoever asks, and waits for it. */
  makeNow: MakePage;
  /** Makes a page that nobody waits for. */
  makeAnew: MakePage;
  addressOf: (address: string, edition: RequestedSite["edition"]) => PageAddress | undefined;
  sites: Sites;
  servicesFor: (site: RequestedSite) => Services;
  /** How an address is kept for who asks for it in this way: some have two answers. */
  negotiated: (address: string, accept: string | undefined) => string;
}

/** Addresses that lead nowhere and are remembered. */
const MOST_MISSING = 5000;

export function keepPages(parts: Parts): KeptPages {
  const { cache, pages, makePage, makeNow, makeAnew, addressOf, sites, servicesFor, negotiated } = parts;
  /** The keys of addresses that lead nowhere, and of what they are answered with. */
  const missing = new Map<string, string>();
  const probes = new Map<string, Promise<boolean>>();

  function look(url: string, { host, accept, wish }: Asked): Sent | undefined {
    const site = sites.of(host);
    if (!site?.isKept) return undefined;
    // Most addresses are written as we write them.
    const direct = cache.take(site.prefix + negotiated(url, accept), wish);
    if (direct) return direct;
    const nowhere = missing.get(site.prefix + url);
    if (nowhere) return cache.take(nowhere, wish);
    const address = addressOf(url, site.edition);
    const key = address && keyOf(site, address);
    // What no route knows may be a file: whoever comes next says.
    if (!address || key === null || key === undefined) return undefined;
    const absent = missing.get(key);
    if (absent) return cache.take(absent, wish);
    return cache.take(site.prefix + negotiated(address.normal ?? "", accept), wish);
  }

  /** Whether an address leads nowhere, asked of its loader alone, where the page that says so is kept already. */
  async function isKnownMissing(site: RequestedSite, address: PageAddress, place: string): Promise<boolean> {
    if (cache.has(place) || !cache.has(missingKey(site, address, 404))) return false;
    if (address.normal === null) return true;
    const underWay = probes.get(place);
    if (underWay) return underWay;
    const answer = probe(site, address.probe).finally(() => probes.delete(place));
    probes.set(place, answer);
    return answer;
  }

  async function probe(site: RequestedSite, address: string): Promise<boolean> {
    const services = servicesFor(site);
    const quick = { ...services, news: { ...services.news, latest: async () => [] } };
    return (await pages(new Request(site.siteUrl + address), quick)).status === 404;
  }

  async function page(request: Request, client: string): Promise<Response> {
    const { host, pathname, search } = new URL(request.url);
    const site = sites.of(host);
    if (!site) return new Response("Bad Request", { status: 400 });
    const address = addressOf(pathname + search, site.edition);
    const isAsking = request.method === "GET" || request.method === "HEAD";
    // A page of one reader's own is made for who asks, with the whole query, and no ETag says that it is what it was.
    if (!isAsking || !address || address.policy === "never")
      return sentOnce(await makePage(request, site, { client, policy: address?.policy }), request);
    if (!site.isKept) {
      const make = request.method === "GET" ? makeNow : makePage;
      return sentOnce(await make(request, site, { policy: address.policy }), request);
    }
    const key = keyOf(site, address);
    const place = key ?? missingKey(site, address, 404);
    if (await isKnownMissing(site, address, place)) {
      const absent = missingKey(site, address, 404);
      remember(place, absent);
      const sent = cache.take(absent, wishOf(request));
      if (sent) return responseOf(sent);
    }
    const asked = address.normal ?? pathname;
    const taken = await cache.takeOrMake(
      place,
      async (isWaitedFor) => {
        const make = isWaitedFor ? makeNow : makeAnew;
        const made = await make(new Request(site.siteUrl + asked), sites.now(site), { policy: address.policy });
        return negotiated(asked, undefined) === asked
          ? made
          : { ...made, headers: { ...made.headers, vary: "Accept" } };
      },
      (made) => {
        if (!isLasting(made) || !isKeepable(address.policy)) return null;
        if (!isMissing(made)) return place;
        const absent = missingKey(site, address, made.status);
        remember(place, absent);
        return absent;
      },
    );
    if (!taken.made || isLasting(taken.made)) return responseOf(taken.send(wishOf(request)));
    // What is not kept may speak of the address as it was asked for.
    return sentOnce(
      pathname + search === asked ? taken.made : await makePage(request, site, { client, policy: address?.policy }),
      request,
    );
  }

  function remember(place: string, absent: string) {
    if (missing.size >= MOST_MISSING) missing.clear();
    missing.set(place, absent);
  }

  return {
    look,
    page,
    before: (listener) => (request, response) => {
      const { method, url = "", headers } = request;
      const isAsking = method === "GET" || method === "HEAD";
      const asked = { host: headers.host ?? "", accept: headers.accept, wish: wishIn(headers) };
      const sent = isAsking && look(url, asked);
      if (!sent) return listener(request, response);
      response.writeHead(sent.status, sent.head);
      if (method === "HEAD" || !sent.body) response.end();
      else response.end(sent.body);
    },
    async other(request, address, make) {
      const site = sites.of(new URL(request.url).host);
      if (!site) return new Response("Bad Request", { status: 400 });
      const key = site.isKept && address !== null ? site.prefix + address : null;
      const sent = key !== null && cache.take(key, wishOf(request));
      if (sent) return responseOf(sent);
      const taken = await cache.takeOrMake(
        key ?? `${site.prefix} unkept ${address ?? request.url}`,
        () => make(sites.now(site)),
        ({ status }) => (status === 200 ? key : null),
      );
      return responseOf(taken.send(wishOf(request)));
    },
    forgetMissing: () => missing.clear(),
  };
}

function keyOf(site: RequestedSite, address: PageAddress): string | null {
  return address.normal === null ? null : site.prefix + address.normal;
}

function missingKey(site: RequestedSite, { kind }: PageAddress, status: number): string {
  return `${site.prefix} ${status} ${kind}`;
}

function wishOf({ headers }: Request): Wish {
  return wishIn(Object.fromEntries(headers));
}

function wishIn(headers: Record<string, string | string[] | undefined>): Wish {
  const text = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(",") : value;
  };
  return {
    acceptEncoding: text("accept-encoding"),
    ifNoneMatch: text("if-none-match"),
    ifModifiedSince: text("if-modified-since"),
  };
}

function responseOf({ status, head, body }: Sent): Response {
  const headers = Array.from({ length: head.length / 2 }, (_, at): [string, string] => [
    head[2 * at] ?? "",
    head[2 * at + 1] ?? "",
  ]);
  return new Response(body && bytesOf(body), { status, headers });
}

/** What is not kept goes out as it was made, texts in the encoding that is asked for. */
async function sentOnce({ status, headers, body }: Made, request: Request): Promise<Response> {
  if (body.length === 0) return new Response(null, { status, headers });
  const isText = headers["content-type"]?.startsWith("text/");
  if (!isText) return new Response(bytesOf(body), { status, headers });
  const { encoding, bytes } = await encodeOnce(body, request.headers.get("accept-encoding") ?? undefined);
  const vary = [...new Set([headers.vary, "Accept-Encoding"].filter((name) => name !== undefined))].join(", ");
  const packing = encoding !== "identity" && { "content-encoding": encoding };
  return new Response(bytesOf(bytes), {
    status,
    headers: { ...headers, vary, ...packing, "content-length": String(bytes.length) },
  });
}

function bytesOf({ buffer, byteOffset, length }: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, length);
}
