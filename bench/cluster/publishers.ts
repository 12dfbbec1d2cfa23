import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "../../core/random.ts";
import { createNoise } from "../generatedPhotos.ts";
import { toLoopbackAddress } from "../startFeedHostProcess.ts";

/** A story that was added to a feed. */
export interface Publication {
  feed: number;
  title: string;
  /** URL of the story's photo; null if the story has none. */
  photo: string | null;
}

export type Publishers = Awaited<ReturnType<typeof openPublishers>>;

const FEEDS_PER_HOST = 10;
const FIRST_STORIES = 5;
const STORIES_PER_FEED = 10;
/** Longest delay of a response, in ms. Without delays, no fetch would be in flight when a fault begins. */
const MAX_DELAY_MS = 200;
const HOUR_MS = 3_600_000;
/** One in this many stories has a photo. */
const STORIES_PER_PHOTO = 10;

/**
 * Starts a server that stands in for the hosts of all feeds, and records each fetch.
 *
 * @param photoWidth width in pixels; a photo of 600 pixels costs the converter half a second
 */
export async function openPublishers(count: number, random: Random, photoWidth: number) {
  const startedAt = Date.now();
  const feeds = Array.from({ length: count }, () => [] as { title: string; date: number; photo: string | null }[]);
  const titles: string[] = [];
  /** Times of the fetches of each feed, in ms since 1970. */
  const fetches = Array.from({ length: count }, () => [] as number[]);
  /** Number of open requests by feed. Feeds without open requests have no entry. */
  const open = new Map<number, number>();
  const overlaps: { feed: number; at: number }[] = [];
  const listeners = new Set<(feed: number, at: number) => void>();
  const photo = await createNoise({ width: photoWidth, height: photoWidth / 1.5 })
    .jpeg()
    .toBuffer();
  let published = 0;

  const server = createServer((request, response) => {
    if (request.url?.startsWith("/photo/"))
      return void response.writeHead(200, { "content-type": "image/jpeg" }).end(photo);
    const feed = Number(/^\/(\d+)\.xml$/.exec(request.url ?? "")?.[1] ?? Number.NaN);
    const stories = feeds[feed];
    if (!stories) return void response.writeHead(404).end();
    const at = Date.now();
    fetches[feed]?.push(at);
    for (const listener of listeners) listener(feed, at);
    if (open.has(feed)) overlaps.push({ feed, at });
    open.set(feed, (open.get(feed) ?? 0) + 1);
    // Node emits "close" at the end of the response, and also if the client disconnects earlier.
    response.on("close", () => {
      const others = (open.get(feed) ?? 1) - 1;
      if (others === 0) open.delete(feed);
      else open.set(feed, others);
    });
    setTimeout(() => respond(), random.integer(0, MAX_DELAY_MS));

    function respond(): void {
      const etag = `"${stories?.[0]?.title}"`;
      if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
      response.writeHead(200, { etag, "content-type": "application/rss+xml" }).end(toRss(feed));
    }
  });
  server.listen(0, "0.0.0.0");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;

  for (let feed = 0; feed < count; feed++)
    for (let story = 0; story < FIRST_STORIES; story++)
      add(feed, startedAt - (FIRST_STORIES - story) * HOUR_MS - random.integer(0, HOUR_MS), null);

  function add(feed: number, date: number, photoUrl: string | null): string {
    const title = `Report ${titles.length} of wire ${feed}`;
    titles.push(title);
    feeds[feed]?.unshift({ title, date, photo: photoUrl });
    feeds[feed]?.splice(STORIES_PER_FEED);
    return title;
  }

  function toRss(feed: number): string {
    const items = (feeds[feed] ?? []).map((story) => {
      const slug = story.title.replaceAll(" ", "-");
      return `<item><guid isPermaLink="false">${slug}</guid><title>${story.title}</title><link>https://wire.example/${slug}</link><pubDate>${new Date(story.date).toUTCString()}</pubDate><description>${"What the desk has learned. ".repeat(10)}</description>${story.photo ? `<enclosure url="${story.photo}" type="image/jpeg" length="1000"/>` : ""}</item>`;
    });
    return `<rss version="2.0"><channel><title>Wire ${feed}</title>${items.join("")}</channel></rss>`;
  }

  const getHost = (feed: number) => `${toLoopbackAddress(Math.floor(feed / FEEDS_PER_HOST))}:${port}`;

  return {
    count,
    /** All hosts, for ALLOW_PRIVATE_HOSTS. */
    allowed: [...new Set(feeds.map((_, feed) => getHost(feed)))].join(","),
    getUrl: (feed: number) => `http://${getHost(feed)}/${feed}.xml`,
    /** Titles of all stories. Each title is in only one feed. */
    titles: titles as readonly string[],
    fetches: fetches as readonly (readonly number[])[],
    /** Fetches that began during another fetch of the same feed. */
    overlaps: overlaps as readonly { feed: number; at: number }[],
    /** Calls a listener for each fetch of a feed. @returns a function that removes the listener */
    onFetch(listener: (feed: number, at: number) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Adds a story to a feed. */
    publish(feed: number): Publication {
      const hasPhoto = published++ % STORIES_PER_PHOTO === 0;
      const photoUrl = hasPhoto ? `http://${getHost(feed)}/photo/${published}.jpg` : null;
      return { feed, title: add(feed, Date.now(), photoUrl), photo: photoUrl };
    },
    close(): Promise<void> {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
