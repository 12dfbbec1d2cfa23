import type { Logger } from "pino";
import {
  createRequestHandler,
  type HandleErrorFunction,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { AppBuild } from "./appBuild.ts";
import type { RenderedResponse } from "./cache/cachedResponse.ts";
import { CACHE_POLICIES, getCacheControl, type PolicyName, RETRY_AFTER_S } from "./cacheControl.ts";
import { createLanguageFiles, type LanguageFiles } from "./languageFiles.ts";
import { toLoggedUrl } from "./privatePages.ts";
import { buildContentPolicy, FILE_CONTENT_POLICY, getSecurityHeaders, getSurrogateKey } from "./responseHeaders.ts";
import type { Services } from "./services.ts";
import type { RequestedSite } from "./sites.ts";

/** Renders the response to a request for a page or its loader data. */
export type RenderPage = (request: Request, site: RequestedSite, options?: RenderOptions) => Promise<RenderedResponse>;

interface RenderOptions {
  /** The client's IP address, for the rate limits of forms. */
  client?: string | undefined;
  policy?: PolicyName | undefined;
  /**
   * Returns true if the not-found page is cached. A missing page is then not rendered: the response has no body, and
   * the caller sends the cached page.
   */
  hasNotFoundPage?: () => boolean;
}

/** Exports of app/entry.server.tsx that this file calls; React Router calls the others. */
interface AppEntry {
  createContext(services: Services): RouterContextProvider;
  deferAndHashScripts(html: string, nonce: string, texts: LanguageFiles): { body: Buffer; hashes: string[] };
}

interface Parts {
  app: AppBuild;
  mode: "production" | "development";
  servicesFor: (site: RequestedSite, client?: string) => Services;
  /** Returns the origin of the desk, which shows previews in a frame; null if the desk is off. */
  getDeskOrigin: () => string | null;
  /** Returns true if the error means that the store is unavailable. */
  isUnavailable: (error: unknown) => boolean;
  log: Logger;
}

export function createPageRenderer({ app, mode, servicesFor, getDeskOrigin, isUnavailable, log }: Parts): RenderPage {
  const { build } = app;
  const getLanguageFiles = createLanguageFiles(app.assets);
  /** Contexts of requests during which the store failed. */
  const withoutStore = new WeakSet<object>();
  const handleError: HandleErrorFunction = (error, { request, context }) => {
    const isWithoutStore = isUnavailable(error);
    if (isWithoutStore) withoutStore.add(context);
    // A disconnected client is not an error.
    if (request.signal.aborted) return;
    // Logs an unavailable store only as a warning, since it affects each page. Health checks report it as one fault.
    log[isWithoutStore ? "warn" : "error"]({ err: error, url: toLoggedUrl(request.url) }, "page failed");
  };
  const handle = createRequestHandler(
    typeof build === "function"
      ? async () => withErrorHandler(await build(), handleError)
      : withErrorHandler(build, handleError),
    mode,
  );

  return async (request, site, { client, policy, hasNotFoundPage = () => false } = {}) => {
    const startedAt = performance.now();
    const { pathname } = new URL(request.url);
    let isLoading = false;
    const markLoading = () => {
      isLoading = true;
    };
    const { entry } = typeof build === "function" ? await build() : build;
    const { createContext, deferAndHashScripts } = entry.module as unknown as AppEntry;
    const services = servicesFor(site, client);
    /** Returns no alerts if the store fails, so that error pages and rejected forms still have a header and footer. */
    async function alerts(): ReturnType<Services["alerts"]> {
      try {
        return await services.alerts();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        withoutStore.add(context);
        return [];
      }
    }
    const context = createContext({ ...services, alerts, markLoading, hasNotFoundPage });
    const response = await handle(request, context);
    const { "x-nonce": nonce, ...headers } = Object.fromEntries(response.headers);
    const text = await response.text();
    if (isMissing(response.status) && text === "") return { status: response.status, headers, body: Buffer.alloc(0) };
    // If the store failed, the page may lack alerts. It is sent with 503, so that no cache stores it.
    const isWithoutStore = withoutStore.has(context) && (response.status === 500 || isShared(response));
    const status = isWithoutStore ? 503 : response.status;
    const { body, hashes } = nonce
      ? deferAndHashScripts(text, nonce, getLanguageFiles(site.edition.language))
      : { body: Buffer.from(text), hashes: [] };
    const ms = Math.round(performance.now() - startedAt);
    log.debug({ page: toLoggedUrl(request.url), status, ms }, "page rendered");
    const mayShare = /^(?:GET|HEAD)$/.test(request.method) && policy !== "never";
    return {
      status,
      body,
      headers: {
        ...headers,
        ...(status === 503 && { "retry-after": RETRY_AFTER_S }),
        ...(mayShare && { "surrogate-key": getSurrogateKey(site.edition.id, pathname) }),
        "cache-control": mayShare
          ? getCacheControl(choosePolicy(request, status, isLoading, policy), site)
          : CACHE_POLICIES.never,
        "content-security-policy": nonce
          ? buildContentPolicy(site.edition, pathname, hashes, getDeskOrigin())
          : FILE_CONTENT_POLICY,
        ...getSecurityHeaders(site.isHttps),
      },
    };
  };
}

function choosePolicy(
  { url }: Request,
  status: number,
  isLoading: boolean,
  policy: PolicyName | undefined,
): PolicyName {
  if (status >= 400 && !isMissing(status)) return "never";
  if (isLoading) return "loading";
  return policy ?? (new URL(url).pathname.endsWith(".data") ? "data" : "page");
}

/** Returns true for found and missing pages, which all readers share; false for redirects and other errors. */
export function isShared({ status }: Pick<RenderedResponse, "status">): boolean {
  return status === 200 || isMissing(status);
}

function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

function withErrorHandler(build: ServerBuild, handleError: HandleErrorFunction): ServerBuild {
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, handleError } } };
}
