import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import packageFile from "../package.json" with { type: "json" };
import { startBackgroundWork } from "./backgroundWork.ts";
import type { Config } from "./config.ts";
import { createContact, takesMessages } from "./contact/contact.ts";
import type { Edition } from "./editions/loading/load.ts";
import { getPublicUrl } from "./editions/schema/address.ts";
import { createOutbound } from "./feeds/fetch/fetchTools.ts";
import { openFoundation } from "./foundation.ts";
import { startClockGuard } from "./health/clockGuard.ts";
import { createHealth } from "./health/health.ts";
import { openDrawnImages } from "./images/drawn/drawnImages.ts";
import { DRAWN_FOLDER, removePhotoDrawings } from "./images/drawn/socialImageFiles.ts";
import { IMAGE_FOLDER } from "./images/imageFiles.ts";
import { openImages } from "./images/images.ts";
import { createLimit } from "./jobs/limit.ts";
import { readDkimKey } from "./mail/dkim.ts";
import { openTransport } from "./mail/transport.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createRequestCounts } from "./metrics/requestCounts.ts";
import { createProxyReader } from "./net/proxies.ts";
import { createNews } from "./news/news.ts";
import { createNewsletter } from "./newsletter/newsletter.ts";
import { createPollWorker } from "./pollWorker/pollWorker.ts";
import { openRadio } from "./radio/radio.ts";
import { stopOnSignals } from "./stopOnSignals.ts";
import { isClockTrusted } from "./store/clock.ts";
import { isStoreUnavailable } from "./store/engines/engine.ts";
import { findLastAttempt } from "./store/feeds/dueTimes.ts";
import { findRedirect } from "./store/stories/formerPaths.ts";
import { createWebSub } from "./syndication/websub/websub.ts";
import { createApp } from "./web/app.ts";
import { loadAppBuild } from "./web/appBuild.ts";
import { openBuildArchive } from "./web/buildArchive.ts";
import { createCachePurge } from "./web/cache/cachePurge.ts";
import { createPageCache } from "./web/cache/pageCache.ts";
import { createRevisions } from "./web/cache/revisions.ts";
import { createClients } from "./web/clientAddress.ts";
import { createFileService } from "./web/fileService.ts";
import { followChanges } from "./web/invalidation.ts";
import { listen, takeSystemdSocket } from "./web/listen.ts";
import { listenForMetrics } from "./web/metricsListener.ts";
import { createPageAddressReader } from "./web/pageKey.ts";
import { createPageService } from "./web/pageService.ts";
import { createPageRenderer, type RenderPage } from "./web/render.ts";
import { addBounceRoute } from "./web/routes/bounces.ts";
import { toNegotiatedKey } from "./web/routes/feeds.ts";
import { addPreviewVersionRoute, countReloads, warnOfCutTexts } from "./web/routes/previewVersion.ts";
import { createReadServices, type Services } from "./web/services.ts";
import { createSites, type RequestedSite } from "./web/sites.ts";
import { getSocketPath } from "./web/socketPath.ts";

/** Maximum number of concurrent renders, which together take half a second. Further requests get a 503. */
const MAX_RENDERS = 32;

/** Starts the server's parts in the order of their dependencies. Stops all parts on a signal such as SIGTERM. */
export async function runServer(config: Config): Promise<void> {
  const foundation = await openFoundation(config);
  const { mode, output, log, getWaitedMs, damage, stored, editions, database, probeDatabase } = foundation;
  const { searchIndexes, freeDisk, outbound, parsers, election } = foundation;

  const inbox = mode === "development" ? join(config.DATA_DIR, "mail") : null;
  const transport = openTransport({ smtpUrl: config.SMTP_URL, inbox });
  const onStored = () => election.signal("mails");
  const contact = createContact({ database, onStored, log });
  const dkim = readDkimKey(config);
  const newsletter = await createNewsletter({ database, onStored, log });

  const websub = createWebSub({ editions, database, outbound, log });

  const app = await loadAppBuild(mode);
  let port = config.PORT;
  let desk: Awaited<ReturnType<typeof openDeskIfOn>> = null;
  const getDeskOrigin = () => desk?.origin ?? config.DESK_URL ?? null;
  const socket = getSocketPath(config.HOST);
  const isUnavailable = (error: unknown) => isStoreUnavailable(database, error);
  const readProxies = createProxyReader(config.TRUSTED_PROXIES, socket !== undefined);
  const sites = createSites({ editions, readProxies, getPort: () => port });
  const revisions = createRevisions();
  const limit = createLimit(MAX_RENDERS);
  const cache = createPageCache({ maxBytes: config.PAGE_CACHE_MB * 1024 * 1024, revisions, limit, log });
  const counts = createRequestCounts();
  const getPreviewVersion = config.PREVIEW === "on" ? countReloads(editions) : undefined;
  if (getPreviewVersion) warnOfCutTexts(editions, log);
  const readServices = createReadServices({ editions: editions.all, database, searchIndexes, getWaitedMs });
  const pages = createPageService({
    cache,
    revisions,
    limit,
    sites,
    counts,
    renderPage: timed(createPageRenderer({ app, mode, servicesFor, getDeskOrigin, isUnavailable, log })),
    // With Vite, no address is recognized, so that no page is cached.
    readAddress: typeof app.build === "function" ? () => undefined : createPageAddressReader(app.build.routes),
    negotiate: toNegotiatedKey,
    findRedirect: ({ edition }, path) => findRedirect(database, edition.id, path),
  });
  const purge = createCachePurge({ urls: config.CDN_PURGE_URL, token: config.CDN_PURGE_TOKEN, outbound, log });
  const freshness = await followChanges({
    cache,
    purge,
    revisions,
    editions,
    database,
    log,
    websub: { changed: async (feeds) => (election.leads("poll") ? websub.changed(feeds) : undefined) },
    onTakedown: () => images.takedownsChanged(),
    onChanged: () => pollWorker.storeChanged(),
    onStaffStory: () => images.wake(),
    onEditions: () => stored?.check(),
  });
  // Creates a separate client: on shutdown, `outbound` is closed earlier, while the radio still serves listeners.
  const radioOutbound = createOutbound(config, editions.all);
  const radio = await openRadio({
    editions,
    outbound: radioOutbound,
    parsers,
    onOutage: freshness.radioChanged,
    log,
  });

  const images = await openImages({
    database,
    outbound,
    log,
    editions: editions.all,
    folder: join(config.DATA_DIR, IMAGE_FOLDER),
    removeDrawings: (key) => removePhotoDrawings(join(config.DATA_DIR, DRAWN_FOLDER), key),
    maxBytes: config.PICTURES_MAX_MB * 1e6,
    location: config.IMAGES_URL,
    hasRoom: freeDisk.hasRoomForImages,
    isDownloading: () => election.leads("images"),
  });
  const drawnImages = await openDrawnImages({ images, findStory, folder: join(config.DATA_DIR, DRAWN_FOLDER), log });
  const pollWorker = createPollWorker({ config, editions, freeDisk, damage, log, output });
  const hasMailServer = config.SMTP_URL !== undefined;
  const clock = await startClockGuard({ database, log });
  const health = createHealth({
    clock,
    damage,
    database: probeDatabase,
    freeDisk,
    pollWorker,
    images,
    editions,
    hasMailServer,
    getCluster: election.getState,
    countImageNodes: () => election.countNodes("web", "images"),
  });
  const metrics = await openMetrics();
  const archiving = { hasRoom: freeDisk.hasRoomForImages, mayDelete: () => isClockTrusted(database) };
  const buildArchive = await openBuildArchive({ build: app.assets, dataFolder: config.DATA_DIR, ...archiving, log });
  const site = createApp({
    editions,
    pages,
    images,
    drawnImages,
    radio,
    servicesFor,
    sites,
    inbox,
    health,
    counts,
    log,
    isUnavailable,
    countNodes: () => election.countNodes("web"),
    hasPages: config.ROLES.includes("web"),
    serveFile: createFileService({ cache, limit, sites, servicesFor, counts }),
    assets: app.assets,
    buildArchive: buildArchive.folder,
    clients: createClients(readProxies),
    addRoutes(hono) {
      addBounceRoute(hono, { database, parsers, token: config.BOUNCES_TOKEN, log });
      if (getPreviewVersion) addPreviewVersionRoute(hono, getPreviewVersion);
    },
  });

  const lastSeenAt = await findLastAttempt(database);
  const work = await startBackgroundWork({
    config,
    database,
    editions,
    election,
    outbound,
    parsers,
    transport,
    dkim,
    inbox,
    images,
    radio,
    websub,
    pollWorker,
    freshness,
    log,
  });

  // `hostname` replaces a missing Host header. HTTP/1.0 radio players may send none.
  const listener = app.wrap(getRequestListener(site.fetch, { hostname: "localhost" }));
  const listening = await listen(
    listener,
    {
      port: config.PORT,
      host: config.HOST,
      fd: takeSystemdSocket(process.env),
      maxConnections: config.MAX_CONNECTIONS,
    },
    pages.lookup,
  );
  port = listening.port;
  const metricsListening =
    metrics && (await listenForMetrics({ metrics, port: config.METRICS_PORT ?? 0, host: config.METRICS_HOST, log }));
  desk = await openDeskIfOn();
  const { version } = packageFile;
  log.info({ ...(socket ? { socket } : { port }), version, editions: editions.all().map(({ id }) => id) }, "listening");
  buildArchive.start();
  images.applyRights();
  editions.onChange(images.applyRights);
  process.send?.({ port, socket, hosts: sites.listLocalHosts(), desk: desk?.announcement });
  void freshness.started(lastSeenAt, election.isJoining());

  stopOnSignals({ drainSeconds: config.DRAIN_SECONDS, health, stopBackground, stopListening, close, log });

  async function stopBackground(): Promise<void> {
    await editions.close();
    // Stops polls before this node leaves the election: no other node may lead while they run.
    await Promise.all([outbound.close(), pollWorker.stop(), images.stopDownloads(), freeDisk.stop()]);
    await Promise.all([work, election, buildArchive, purge, clock].map((part) => part.stop()));
  }

  async function stopListening(): Promise<void> {
    const listened = listening.close();
    radio.close();
    await Promise.all([listened, metricsListening?.close(), desk?.close()]);
    await Promise.all([radioOutbound.close(), parsers.close()]);
  }

  async function close(): Promise<void> {
    cache.close();
    await Promise.all([images.close(), drawnImages.close()]);
    freshness.close();
    transport?.close();
    await app.close();
    damage.close();
    await Promise.all([probeDatabase.destroy(), database.destroy(), searchIndexes.close()]);
  }

  function servicesFor(site: RequestedSite, client = ""): Services {
    const { edition, siteUrl } = site;
    // In development, mails are read on this machine, so they link to this machine.
    const mailUrl = inbox !== null && siteUrl ? siteUrl : getPublicUrl(edition, siteUrl || undefined);
    return {
      ...readServices(site),
      contact: takesMessages(edition)
        ? { page: edition.contact, receive: (request) => contact.receive(request, edition, client) }
        : undefined,
      newsletter: newsletter.getService(edition, client, mailUrl),
      radio: radio.getView(edition),
      previewVersion: getPreviewVersion?.() ?? null,
      markLoading() {},
      hasNotFoundPage: () => false,
    };
  }

  /** Loads the desk only if DESK is on; otherwise returns null. */
  async function openDeskIfOn() {
    if (config.DESK === "off") return null;
    const { openDesk } = await import("./desk/openDesk.ts");
    const parts = { database, editions: editions.all, images: drawnImages, wakeImages: images.wake, outbound };
    return openDesk({ config: { ...config, PORT: port }, ...parts, transport, log });
  }

  /** Loads the metrics library only if METRICS_PORT is set; otherwise returns null. */
  async function openMetrics(): Promise<Metrics | null> {
    if (config.METRICS_PORT === undefined) return null;
    const { createMetrics } = await import("./metrics/metrics.ts");
    const parts = { cache, radio, health, freeDisk, output, getCluster: election.getState, log };
    return createMetrics({ ...parts, requests: counts, database: probeDatabase, editions: editions.all });
  }

  function timed(render: RenderPage): RenderPage {
    return async (...input) => {
      const renderStartedAt = performance.now();
      const rendered = await render(...input);
      metrics?.addRender(performance.now() - renderStartedAt);
      return rendered;
    };
  }

  async function findStory(edition: Edition, slug: string) {
    const page = await createNews(edition, database, getWaitedMs).article(slug);
    return page?.isTakenDown ? undefined : page;
  }
}
