import type { Logger } from "pino";
import type { Editions } from "../editions/registry.ts";
import { dayAt, isSettled } from "../news/days.ts";
import { PATIENCE_MS } from "../news/sectionNews.ts";
import { followIssues } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema.ts";
import { followTakedowns } from "../store/takedowns.ts";
import type { Hub } from "../syndication/websub/websub.ts";
import type { Made } from "./cache/kept.ts";
import type { PageCache } from "./cache/pageCache.ts";
import { tags, tagsOfFeeds } from "./cache/tags.ts";
import type { KeptPages } from "./keptPages.ts";

/** Tells the page cache of everything that changes what pages show. */
export interface Freshness {
  /** After a poll: which feeds' stories or states are other ones, whether stories are, and of which date the oldest is. */
  polled(feeds: readonly string[], isNews: boolean, since?: string): Promise<void>;
  /** After a picture came that a feed's stories show. */
  pictured(feedUrl: string): void;
  /** After a calendar was asked. */
  polledCalendar(url: string): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  cache: PageCache;
  kept: Pick<KeptPages, "forgetMissing">;
  editions: Editions;
  database: Database;
  /** Is told of what an operator took down or brought back. */
  hub: Pick<Hub, "changed">;
  log: Logger;
}

const LOOK_EVERY_MS = 1000;
/** Pictures come by the dozen, and the pages that show them are made anew once for all that come in such a time. */
const GATHER_MS = 1500;
/** How long a poll waits for the pages that show what it brought: it says that it has ended once readers see it. */
const WAIT_MS = 5000;
/** How long a changed edition waits for its pages, and a hub for those that it is to tell of: all of them, but not for ever. */
const LONGEST_WAIT_MS = 60_000;

export async function keepFresh({ cache, kept, editions, database, hub, log }: Parts): Promise<Freshness> {
  const takedowns = await followTakedowns(database);
  const issues = await followIssues(database);
  let days = daysOf(editions);
  let looking = Promise.resolve();
  const pictured = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;

  function changed(names: readonly string[], { isUrgent = false, longestMs = 0 } = {}): Promise<void> {
    kept.forgetMissing();
    return cache.changed(names, isUrgent ? () => true : isFilling, longestMs);
  }

  editions.onChange(() => {
    days = daysOf(editions);
    return changed(
      editions.all().map(({ id }) => tags.edition(id)),
      { isUrgent: true, longestMs: LONGEST_WAIT_MS },
    );
  });
  // What nobody has given by then is filled with the editions' own stories.
  const patience = setTimeout(() => void changed([tags.filling]), PATIENCE_MS + 50);
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error) =>
        log.error({ err: error }, "the store was not looked into for what is taken down and for new issues"),
      );
  }, LOOK_EVERY_MS);

  async function look() {
    for (const { slug, feeds } of await takedowns.changed()) {
      const told = editions.all().flatMap(({ id }) => [tags.article(id, slug), tags.archive(id)]);
      const names = [...told, ...tagsOfFeeds(editions.all(), new Set(feeds), true)];
      // Whoever a hub tells comes at once, and is to find feeds without it.
      void changed(names, { isUrgent: true, longestMs: LONGEST_WAIT_MS }).then(() => hub.changed(feeds));
    }
    const issued = await issues.editions();
    if (issued.length > 0) void changed(issued.map(tags.issues));
    const today = daysOf(editions);
    const turned = [...today].filter(([id, day]) => days.get(id) !== day).map(([id]) => tags.edition(id));
    days = today;
    if (turned.length > 0) void changed(turned);
  }

  return {
    async polled(feeds, isNews, since) {
      const names = tagsOfFeeds(editions.all(), new Set(feeds), isNews);
      const archives = editions
        .all()
        .filter(({ timeZone }) => since !== undefined && isSettled(dayAt(since, timeZone), timeZone));
      await changed([...names, ...archives.map(({ id }) => tags.archive(id))], { longestMs: WAIT_MS });
    },
    pictured(feedUrl) {
      pictured.add(feedUrl);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const names = tagsOfFeeds(editions.all(), pictured, true);
        pictured.clear();
        void changed(names);
      }, GATHER_MS);
    },
    async polledCalendar(url) {
      const named = editions.all().filter(({ calendars }) => calendars.some((calendar) => calendar.url === url));
      const names = named.map(({ id }) => tags.events(id));
      await changed(names, { longestMs: WAIT_MS });
    },
    async close() {
      clearTimeout(patience);
      clearTimeout(gathering);
      clearInterval(timer);
      await looking;
    },
  };
}

/** The day that it is in each edition's time zone: the date bar, sold advertisements and events go by it. */
function daysOf(editions: Editions): Map<string, string> {
  return new Map(editions.all().map(({ id, timeZone }) => [id, Temporal.Now.plainDateISO(timeZone).toString()]));
}

/** Readers see bones where the stories will be: these pages come first. */
function isFilling({ tags: shown }: Made): boolean {
  return shown.has(tags.filling);
}
