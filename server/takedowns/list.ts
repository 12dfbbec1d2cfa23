import { formatDate } from "../calendars/eventDates.ts";
import type { Edition } from "../editions/loading/load.ts";
import { toDay } from "../news/days.ts";
import { getPublisher } from "../news/story.ts";
import { listFollowedFeeds } from "../store/feeds/feeds.ts";
import type { Database, TakedownKind } from "../store/schema/schema.ts";
import { listUpdatedStories } from "../store/stories/staffStories.ts";
import { countTakedowns, listTakedowns, listTakenDown } from "../store/takedowns/takedowns.ts";
import { listTakenDownArticles } from "../store/takedowns/takenDownArticles.ts";

/** A takedown in the public list. */
export interface ListedTakedown {
  id: number;
  kind: TakedownKind;
  /** Headline of the story; "" for sources and images. */
  title: string;
  publisher: string;
  reason: string | null;
  /** Date for machines, such as "2026-01-31". */
  day: string;
  /** Date for readers, such as "January 31, 2026". */
  date: string;
}

export interface TakedownsPage {
  takedowns: ListedTakedown[];
  count: number;
  /** Paths of the pages with newer and with older takedowns; null if there is no such page. */
  newer: string | null;
  older: string | null;
}

export type Takedowns = ReturnType<typeof createTakedowns>;

const PER_PAGE = 50;
/** Maximum number of the latest taken-down stories in the list for readers' devices. */
const MAX_ON_DEVICES = 2000;
/** Maximum number of the latest updated staff stories in the list for readers' devices. */
const MAX_UPDATES = 500;

/** Creates the lists of an edition's takedowns: for readers, and for the devices on which readers save stories. */
export function createTakedowns(edition: Edition, database: Database) {
  const { id, language, timeZone, sections } = edition;
  return {
    /**
     * Returns a page of the public list, newest takedown first; null if there is no such page.
     *
     * @param number number of the page, from 1
     */
    async page(number: number): Promise<TakedownsPage | null> {
      const count = await countTakedowns(database, id);
      const last = Math.max(1, Math.ceil(count / PER_PAGE));
      if (number > last) return null;
      const rows = await listTakedowns(database, id, { limit: PER_PAGE, offset: (number - 1) * PER_PAGE });
      const takedowns = rows.map(({ id, kind, title, feed_url, reason, taken_down_at }) => {
        const day = toDay(taken_down_at, timeZone).toString();
        const date = formatDate(day, language, { dateStyle: "long" });
        return { id, kind, title, publisher: getPublisher(feed_url, edition), reason, day, date };
      });
      return {
        takedowns,
        count,
        newer: number > 1 ? toPath(number - 1) : null,
        older: number < last ? toPath(number + 1) : null,
      };
    },

    /**
     * Returns the list for devices that save stories. `stories`: slugs of stories to delete. `publishers`: publishers
     * whose feeds were all taken down. `updated`: times of staff stories' last updates, by current and former slug.
     */
    async forDevices(): Promise<{ stories: string[]; publishers: string[]; updated: Record<string, string> }> {
      const feeds = sections.flatMap((section) => section.feeds);
      const followed = (await listFollowedFeeds(database, id)).map(({ feedUrl }) => feedUrl);
      const stories = await listTakenDownArticles(database, followed, "", MAX_ON_DEVICES);
      const sources = await listTakenDown(database, "source", followed);
      const publishers = [...Map.groupBy(feeds, ({ publisher }) => publisher)]
        .filter(([, own]) => own.every(({ url }) => sources.has(url)))
        .map(([publisher]) => publisher);
      const updates = await listUpdatedStories(database, id, MAX_UPDATES);
      const updated = Object.fromEntries(updates.map(({ slug, updatedAt }) => [slug, updatedAt]));
      return { stories: stories.map(({ slug }) => slug), publishers, updated };
    },
  };
}

function toPath(number: number): string {
  return number === 1 ? "/takedowns" : `/takedowns?page=${number}`;
}
