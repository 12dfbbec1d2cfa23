import { DatabaseSync } from "node:sqlite";
import { pick, type Random } from "../../core/random.ts";
import type { FeedHost } from "../../tests/support/feedHost.ts";
import { feedPath, SECTIONS } from "../../tests/support/sectionFeeds.ts";
import { createNoise } from "../generatedPhotos.ts";

interface Story {
  title: string;
  /** Date in milliseconds since 1970. */
  date: number;
  edits: number;
  photo: string | null;
}

/** Maximum number of stories in a feed. A poll stores no more. */
const STORIES_PER_FEED = 15;
const FIRST_STORIES = 8;
/** Percentage of stories with a photo. */
const PHOTO_PERCENT = 20;
/** Widths of photos in pixels, by the length of the run. A wide photo costs the converter half a second. */
const PHOTO_WIDTHS = { short: 150, long: 600 };
const MINUTE_MS = 60_000;

export type Publisher = Awaited<ReturnType<typeof createPublisher>>;

/** Hostnames of the feeds, in the order of the sections. */
export const PUBLISHERS = SECTIONS.map((section) => `${section}.example`);

/**
 * Creates one feed per section, each on its own host.
 *
 * @param file SQLite file of the store. `publish` and `makeAllDue` set the time of the feeds' next poll in this file.
 */
export async function createPublisher(host: FeedHost, file: string, random: Random, length: keyof typeof PHOTO_WIDTHS) {
  const port = host.allowed.split(":")[1];
  const hosts = PUBLISHERS.map((name) => `${name}:${port}`);
  const feeds = new Map(SECTIONS.map((section) => [section, [] as Story[]]));
  const width = PHOTO_WIDTHS[length];
  const photo = await createNoise({ width, height: width / 1.5 })
    .jpeg()
    .toBuffer();
  const titles: string[] = [];
  let isPaused = false;
  for (const section of SECTIONS) {
    for (let count = 0; count < FIRST_STORIES; count++) addStory(section, random.integer(1, 100) <= PHOTO_PERCENT);
    serve(section);
  }

  function addStory(section: (typeof SECTIONS)[number], hasPhoto: boolean): void {
    const number = titles.length;
    const title = `Report ${number} of the ${section} desk`;
    const path = `/pictures/${number}.jpg`;
    if (hasPhoto) host.serve(path, { body: photo, contentType: "image/jpeg" });
    const stories = feeds.get(section) ?? [];
    stories.unshift({ title, date: Date.now(), edits: 0, photo: hasPhoto ? host.url(path) : null });
    stories.splice(STORIES_PER_FEED);
    titles.push(title);
  }

  function serve(section: (typeof SECTIONS)[number]): void {
    const items = (feeds.get(section) ?? []).map(({ title, date, edits, photo }) => {
      const slug = title.replaceAll(" ", "-");
      return `<item><guid isPermaLink="false">${slug}</guid><title>${title}</title><link>https://wire.example/${slug}</link><pubDate>${new Date(date).toUTCString()}</pubDate><description>Edition ${edits} of it. ${"What the desk has learned. ".repeat(20)}</description>${photo ? `<enclosure url="${photo}" type="image/jpeg" length="1000"/>` : ""}</item>`;
    });
    const body = `<rss version="2.0"><channel><title>The ${section} wire</title>${items.join("")}</channel></rss>`;
    host.serve(feedPath(section), { body, contentType: "application/rss+xml" });
  }

  /** Makes feeds due now, unless the store cannot be written. */
  function makeDue(sections: readonly (typeof SECTIONS)[number][]): void {
    try {
      const store = new DatabaseSync(file, { timeout: 0 });
      try {
        const update = store.prepare("update feeds set next_poll_at = ? where url = ?");
        for (const section of sections) update.run(new Date().toISOString(), getUrl(section));
      } finally {
        store.close();
      }
    } catch {
      // The store cannot be written now. A later call makes the feeds due.
    }
  }

  function getUrl(section: (typeof SECTIONS)[number]): string {
    return `http://${hosts[SECTIONS.indexOf(section)]}${feedPath(section)}`;
  }

  return {
    /** Titles of all stories. Each title is in only one feed. */
    titles: titles as readonly string[],
    /** Returns the feeds of a section, for `writeTestEdition`. */
    getFeeds: (slug: string) =>
      SECTIONS.filter((section) => section === slug).map((section) => ({
        url: getUrl(section),
        publisher: "The Test Wire",
        private: true,
      })),
    /** Adds a story to a feed, and edits another story of the same feed. */
    publish({ hasPhoto = random.integer(1, 100) <= PHOTO_PERCENT } = {}): void {
      if (isPaused) return;
      const section = pick(SECTIONS, random);
      const edited = pick(feeds.get(section) ?? [], random);
      edited.edits++;
      edited.date = Math.min(Date.now(), edited.date + MINUTE_MS);
      addStory(section, hasPhoto);
      serve(section);
      makeDue([section]);
    },
    /** Stops or resumes publishing. While publishing is stopped, no feed becomes due. @param value true to stop */
    pause(value: boolean): void {
      isPaused = value;
    },
    makeAllDue: () => makeDue(SECTIONS),
  };
}
