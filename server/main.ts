import { join, resolve } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { startEventPolling } from "./calendars/poll.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { openContact } from "./contact/contact.ts";
import type { Edition } from "./editions/load.ts";
import { openEditions } from "./editions/registry.ts";
import { EditionError } from "./editions/yaml.ts";
import { outboundOf } from "./feeds/fetch/openFetcher.ts";
import { openCards } from "./images/drawn/socialImages.ts";
import { openPictures } from "./images/images.ts";
import { openNewsroom } from "./jobs/pollWorker/newsroom.ts";
import { openLog, openOutput } from "./log.ts";
import { openPost } from "./mail/transport.ts";
import { newsOf } from "./news/news.ts";
import { startBounceMailbox } from "./newsletter/bounces/mailbox.ts";
import { startBriefings } from "./newsletter/briefings.ts";
import { issueRadio } from "./newsletter/content.ts";
import { openNewsletter } from "./newsletter/newsletter.ts";
import { openSigner, readDkimKey } from "./newsletter/sending/dkim.ts";
import { mailSiteUrl } from "./newsletter/siteUrl.ts";
import { openRadio } from "./radio/radio.ts";
import { openDatabase } from "./store/open.ts";
import { openHub } from "./syndication/websub/websub.ts";
import { buildSite } from "./web/app.ts";
import { readBuild } from "./web/build.ts";
import { openPageCache } from "./web/cache/pageCache.ts";
import { keepFresh } from "./web/keepFresh.ts";
import { keepPages } from "./web/keptPages.ts";
import { listen } from "./web/listen.ts";
import { pageMaker } from "./web/makePage.ts";
import { pageAddresses } from "./web/pageAddress.ts";
import { pagesOf } from "./web/pages.ts";
import { readingServices } from "./web/readServices.ts";
import { negotiatedFeed } from "./web/routes/feeds.ts";
import { withPictures } from "./web/routes/images.ts";
import { newsletterDoors } from "./web/routes/newsletter.ts";
import { openRadioDoors } from "./web/routes/radio.ts";
import type { Services } from "./web/services.ts";
import { type RequestedSite, sitesOf } from "./web/sites.ts";

try {
  await run(readConfig(process.env));
} catch (error) {
  const isOperators = error instanceof ConfigError || error instanceof EditionError;
  process.stderr.write(`Broadsheet did not start.\n${isOperators ? (error as Error).message : reasonOf(error)}\n`);
  process.exit(1);
}

/** Starts the parts in the order in which they stand on one another, and ends them the other way round. */
async function run(config: Config): Promise<void> {
  const isDevelopment = process.env.NODE_ENV === "development";
  const output = openOutput();
  const log = openLog(config.LOG_LEVEL, output);
  const editions = await openEditions(config.EDITIONS_DIR, log);
  const database = await openDatabase(config.DATABASE_URL, log);
  const outbound = outboundOf(config, editions.all);
  const hub = openHub({ editions, database, outbound, log, siteUrl: config.SITE_URL });
  const inbox = isDevelopment ? join(config.DATA_DIR, "mail") : null;
  const post = openPost({ smtpUrl: config.SMTP_URL, inbox });
  const contact = openContact({ editions, database, post, log });
  const newsletter = await openNewsletter({ editions, database, post, dkim: readDkimKey(config), log });
  const startedAt = performance.now();

  const radio = await openRadio({ editions, outbound, log });
  const radioDoors = openRadioDoors({ radio, editions, siteUrl: config.SITE_URL });

  const bounceMailbox = config.IMAP_URL ? startBounceMailbox({ url: config.IMAP_URL, database, log }) : null;

  const waited = () => performance.now() - startedAt;
  const newsFor = (edition: Edition) => newsOf(edition, database, waited);
  const findStory = async (edition: Edition, slug: string) => {
    const page = await newsFor(edition).article(slug);
    return page?.isTakenDown ? undefined : page;
  };
  const reading = readingServices({ editions: editions.all, database, waited });

  const vite = isDevelopment ? await (await import("./web/viteApp.ts")).openViteApp() : null;
  const build = vite?.build ?? (await readBuild());
  const pages = pagesOf(build, isDevelopment ? "development" : "production", log);
  const sites = sitesOf(editions, config.SITE_URL);
  const makePage = pageMaker(pages, servicesFor);
  const cache = openPageCache(config.PAGE_CACHE_MB * 1024 * 1024, log);
  // While the app is being worked on, every page is made when it is asked for.
  const addressOf = typeof build === "function" ? () => undefined : pageAddresses(build.routes);
  const newsroom = openNewsroom({
    ...{ config, editions, database, radio, makePage, isBuilt: !vite, log, output },
    startedAt: performance.timeOrigin + startedAt,
  });
  const { makeAnew, makeNow } = newsroom;
  const kept = keepPages({
    cache,
    pages,
    makePage,
    makeNow,
    makeAnew,
    addressOf,
    sites,
    servicesFor,
    negotiated: negotiatedFeed,
  });
  const freshness = await keepFresh({ cache, kept, editions, database, hub, log });

  const briefings = await startBriefings({
    ...{ editions, database, sign: openSigner(config), inbox, log },
    radio: (edition) => {
      const view = radio.view(edition);
      return view ? issueRadio(view) : null;
    },
    smtpUrl: config.SMTP_URL,
    siteUrl: config.SITE_URL,
  });

  const pictures = await openPictures({
    database,
    outbound,
    editions: editions.all,
    folder: join(config.DATA_DIR, "pictures"),
    maxBytes: config.PICTURES_MAX_MB * 1e6,
    log,
    onKept: freshness.pictured,
  });
  const cards = openCards({ pictures, findStory, folder: join(config.DATA_DIR, "typefaces"), log });
  await newsroom.begin(async ({ feeds, isNews, since }) => {
    if (isNews) pictures.wake();
    await freshness.polled(feeds, isNews, since);
    // Whoever is told comes at once, and is to find what is new.
    if (isNews) await hub.changed(feeds);
  });
  const eventPoller = await startEventPolling({
    ...{ editions, database, outbound, log, onPolled: freshness.polledCalendar },
  });

  const assets = vite ? null : resolve("build/client");
  const isSecure = config.SITE_URL?.startsWith("https:") ?? false;
  const addNewsletter = newsletterDoors({ editions, database, pictures, bouncesToken: config.BOUNCES_TOKEN, log });
  const site = buildSite({
    ...{ editions, kept, cards, servicesFor, sites, assets, isSecure, inbox, addNewsletter, log },
    siteUrl: config.SITE_URL,
  });
  const answer = kept.before(getRequestListener(site.fetch));
  const listener = radioDoors.before(withPictures({ pictures, editions, isSecure, log }, answer));
  const listening = vite
    ? await listen(vite.before(listener), config.PORT, config.HOST)
    : await listen(listener, config.PORT, config.HOST, kept.look);
  log.info({ port: listening.port, editions: editions.all().map(({ id }) => id) }, "listening");
  pictures.takeFromAll();
  process.send?.({ port: listening.port });

  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      log.info({ signal }, "stopping");
      editions.close();
      cache.close();
      const listened = listening.close();
      radio.close();
      await listened;
      await Promise.all([
        outbound.close(),
        newsroom.stop(),
        eventPoller.stop(),
        contact.stop(),
        hub.stop(),
        pictures.close(),
      ]);
      await freshness.close();
      await Promise.all([newsletter.stop(), briefings.stop(), bounceMailbox?.stop()]);
      post?.close();
      await vite?.close();
      await database.destroy();
      log.info("stopped");
      process.exit(0);
    });

  function servicesFor(site: RequestedSite, client = ""): Services {
    const { edition, siteUrl } = site;
    return {
      ...reading(site),
      contact: {
        page: edition.contact,
        receive: (posted) => contact.receive(posted, edition, client),
      },
      newsletter: newsletter.deskOf(edition, client, mailSiteUrl(edition, config.SITE_URL, new URL(siteUrl))),
      radio: radio.view(edition),
    };
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}\n${cause.message}` : message;
}
