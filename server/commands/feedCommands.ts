import { readFile } from "node:fs/promises";
import { cleanAuthor } from "../../core/cleanAuthor.ts";
import { toMessage } from "../../core/toMessage.ts";
import type { Config } from "../config.ts";
import { fetchFeed } from "../feeds/fetch/fetchFeed.ts";
import { openFetchTools } from "../feeds/fetch/fetchTools.ts";
import { planFeeds } from "../feeds/followedFeeds.ts";
import { readFeed } from "../feeds/parse/readFeed.ts";
import { explainFileError } from "../fileErrors.ts";
import { checkReach, createResolver, exemptHost } from "../net/guard.ts";
import { getFeedHealth } from "../news/sources.ts";
import { triggerAllCalendars, triggerCalendar } from "../store/feeds/calendars.ts";
import { listFeedStates, triggerAllFeeds, triggerFeed } from "../store/feeds/feeds.ts";
import { fail, formatMinute, openStore, print, printTable, showProgress, tryLoadEditions } from "./command.ts";

/** `npx broadsheet feeds`: prints the stored state of every feed of the editions. */
export async function printFeeds(config: Config): Promise<number> {
  const plan = planFeeds(await tryLoadEditions(config, warnOfFaults));
  await using database = await openStore(config);
  const states = new Map((await listFeedStates(database, [...plan.keys()])).map((state) => [state.url, state]));
  const rows = [...plan.values()].map(({ url, publisher, followedBy }) => {
    const state = states.get(url);
    return [
      publisher,
      followedBy.map(({ section }) => section).join(", "),
      getFeedHealth(state),
      state?.transport ?? "-",
      state?.intervalMinutes ? `${Math.round(state.intervalMinutes)} min` : "-",
      formatMinute(state?.lastSuccessAt),
      formatMinute(state?.nextPollAt),
      String(state?.failures ?? 0),
      url + (state?.adoptedUrl ? ` (now ${state.adoptedUrl})` : ""),
      state?.lastError ?? "",
    ];
  });
  const head = ["publisher", "sections", "state", "transport", "every", "last success", "next", "failures"];
  printTable([...head, "feed", "error"], rows);
  return 0;
}

/** `npx broadsheet feeds check [URL…]`: fetches the given feeds, by default all. Returns 1 if any feed failed. */
export async function checkFeeds(urls: readonly string[], config: Config): Promise<number> {
  const { plan, tools, fetchUrl } = await openFetching(config);
  const checked = urls.length > 0 ? urls : [...plan.keys()];
  let done = 0;
  showProgress(0, checked.length);
  const rows = await Promise.all(
    checked.map(async (url) => {
      const { feed, used, attempts } = await fetchUrl(url);
      showProgress(++done, checked.length);
      const reasons = attempts.flatMap(({ transport, reason }) => (reason ? [`${transport}: ${reason}`] : []));
      const ms = attempts.reduce((sum, attempt) => sum + attempt.ms, 0);
      return [
        feed ? "read" : "failed",
        used?.transport ?? "-",
        String(feed?.articles.length ?? "-"),
        String(ms),
        url,
        reasons.join(" "),
      ];
    }),
  );
  await tools.close();
  printTable(["state", "transport", "articles", "ms", "feed", "errors"], rows);
  const read = rows.filter(([state]) => state === "read").length;
  print(`${read} of ${rows.length} feeds read.`);
  return read === rows.length ? 0 : 1;
}

/** `npx broadsheet feeds poll URL`: makes the running server poll a feed or calendar within a second. */
export async function pollNow(url: string, config: Config): Promise<number> {
  await using database = await openStore(config);
  const now = new Date().toISOString();
  const isKnown = (await triggerFeed(database, url, now)) || (await triggerCalendar(database, url, now));
  if (!isKnown) return fail(`No edition follows ${url}. Compare it with the feeds in edition.yaml.`);
  print(`${url} is due now.`);
  return 0;
}

/** `npx broadsheet feeds poll --all`: makes the running server poll all feeds and calendars, a few at a time. */
export async function pollAllNow(config: Config): Promise<number> {
  await using database = await openStore(config);
  const now = new Date().toISOString();
  const feeds = await triggerAllFeeds(database, now);
  const calendars = await triggerAllCalendars(database, now);
  if (feeds + calendars === 0) return fail("No edition follows a feed or a calendar yet.");
  print(`${feeds} feeds and ${calendars} calendars are due now.`);
  return 0;
}

/**
 * `npx broadsheet fetch URL…`: fetches feeds as the server does, and prints all attempts. Returns 1 if a feed failed.
 */
export async function fetchFeeds(urls: readonly string[], config: Config): Promise<number> {
  const { tools, fetchUrl } = await openFetching(config);
  let failed = 0;
  for (const url of urls) {
    const { feed, attempts } = await fetchUrl(url);
    print(url);
    const rows = attempts.map(({ transport, status, bytes, ms, articles, reason }) => {
      return [transport, String(status ?? "-"), String(bytes), String(ms), reason ?? `${articles} articles`];
    });
    printTable(["transport", "status", "bytes", "ms", "articles or error"], rows, "  ");
    if (feed) print(`  "${feed.title}" (${feed.kind}), ${feed.articles.length} articles.`);
    else failed++;
  }
  await tools.close();
  return failed > 0 ? 1 : 0;
}

/** `npx broadsheet fetch --json`: checks if the server may fetch URLs. Resolves host names but sends no requests. */
export async function checkUrls(
  urls: readonly string[],
  config: Config,
): Promise<{ url: string; allowed: boolean; reason: string | null }[]> {
  const editions = await tryLoadEditions(config, () => {});
  const plan = planFeeds(editions);
  const ports = editions.flatMap((edition) => edition.ports);
  const exemptions = { hosts: new Set(config.ALLOW_PRIVATE_HOSTS), ports: () => ports };
  const resolve = createResolver(config.DNS_SERVERS);
  return Promise.all(
    urls.map(async (url) => {
      try {
        await checkReach(url, plan.get(url)?.isPrivate ? exemptHost(url, exemptions) : exemptions, resolve);
        return { url, allowed: true, reason: null };
      } catch (error) {
        return { url, allowed: false, reason: toMessage(error) };
      }
    }),
  );
}

/** `npx broadsheet parse FILE…`: parses feed files and prints a JSON line for each file. Returns 1 if a file failed. */
export async function parseFiles(
  files: readonly string[],
  options: { contentType: string | undefined; url: string | undefined },
): Promise<number> {
  let failed = 0;
  for (const file of files) {
    try {
      const { feed, fault } = readFeed(await readFile(file), options);
      const { articles: parsed, ...facts } = feed;
      // Cleans the authors' names as pages do. The feed's title takes the place of the publisher's name.
      const articles = parsed.map((article) => {
        return { ...article, author: cleanAuthor({ author: article.author, source: feed.title }) };
      });
      print(JSON.stringify({ file, feed: facts, articles, ...(fault && { fault }) }));
    } catch (error) {
      failed++;
      print(JSON.stringify({ file, error: explainFileError(error) ?? toMessage(error) }));
    }
  }
  return failed > 0 ? 1 : 0;
}

/**
 * Opens the tools for fetching. `fetchUrl` uses the relays of the edition that follows the feed. If no edition follows
 * the feed, uses the relays of the first edition.
 */
async function openFetching(config: Config) {
  const editions = await tryLoadEditions(config, warnOfFaults);
  const plan = planFeeds(editions);
  const tools = openFetchTools(config, () => editions);
  const fetchUrl = (url: string) =>
    fetchFeed(
      {
        url,
        directUrl: url,
        isPrivate: plan.get(url)?.isPrivate ?? false,
        relays: plan.get(url)?.relays ?? editions[0]?.relays ?? [],
      },
      tools,
    );
  return { plan, tools, fetchUrl };
}

/** Prints the faults only as a warning, since feeds can also be fetched without the editions' relays. */
function warnOfFaults(faults: string): void {
  print(`The editions have errors, so no relay is used. ${faults}`);
}
