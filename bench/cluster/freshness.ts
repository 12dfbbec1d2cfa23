import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import type { Publication } from "./publishers.ts";
import type { Stage } from "./stage.ts";

export interface Freshness {
  /** Times, in ms, from the commit of a story until the pages of all nodes without a fault showed the story. */
  fromCommit: number[];
  /** Times, in ms, from a story's publication until all pages showed the story, if no node had a fault meanwhile. */
  fromPublication: number[];
  /** URLs of the photos of all stories. */
  photos: string[];
  /** The stories of `fromCommit`, for the logs. */
  stories: Appearance[];
  /** One line per story that did not appear. */
  missing: string[];
}

/** A story that appeared. Times are ISO 8601. */
interface Appearance {
  title: string;
  page: string;
  publishedAt: string;
  committedAt: string;
  /** Time, in ms, from the commit until a node's page first showed the story, for each node number. */
  seen: Record<number, number>;
}

/** A story that is not on all pages yet. */
interface PendingStory extends Publication {
  publishedAt: number;
  /** True once the story's feed has been made due. */
  isDue: boolean;
  /** Time, in ms since 1970, that the story's transaction recorded just before its commit; null until then. */
  committedAt: number | null;
  /** Epochs of all nodes at the story's publication and commit. A node's epoch changes when a fault begins or ends. */
  epochs: { published: readonly number[]; committed: readonly number[] };
  /** Times, in ms since 1970, at which nodes' pages first showed the story, by the node's number. */
  seen: Map<number, number>;
  /** Numbers of the nodes whose response is pending. */
  requested: Set<number>;
}

/** Interval, in ms, at which pages are requested. */
const CHECK_MS = { measured: 50, reported: 500 };
const REQUEST_TIMEOUT_MS = scaleLimit(5000);
/** Longest wait for a story, in ms. A feed whose result could not be stored is polled again only after a minute. */
const MAX_WAIT_MS = scaleLimit(120_000);

/**
 * Publishes a story at each interval, and measures the time until the nodes' pages show the story: roughly if
 * `isReportOnly`, since exact times take many requests.
 */
export function startPublishing(
  stage: Stage,
  chooseFeed: () => number,
  { publishMs, isReportOnly }: { publishMs: number; isReportOnly: boolean },
) {
  const { publishers, nodes, database } = stage;
  const result: Freshness = { fromCommit: [], fromPublication: [], photos: [], stories: [], missing: [] };
  const pending = new Set<PendingStory>();
  let isStopping = false;
  let nextAt = performance.now();
  const running = run();

  async function run(): Promise<void> {
    while (!isStopping || pending.size > 0) {
      if (!isStopping && performance.now() >= nextAt) {
        publish();
        nextAt += publishMs;
      }
      await makeDue();
      await findCommits();
      for (const story of pending) if (story.committedAt !== null) findOnPages(story);
      for (const story of pending) if (Date.now() - story.publishedAt > MAX_WAIT_MS) giveUp(story);
      await wait(isReportOnly ? CHECK_MS.reported : CHECK_MS.measured);
    }
  }

  function publish(): void {
    const publication = publishers.publish(chooseFeed());
    if (publication.photo) result.photos.push(publication.photo);
    const epochs = { published: nodes.map(getEpoch), committed: [] };
    const progress = { isDue: false, committedAt: null, seen: new Map<number, number>(), requested: new Set<number>() };
    pending.add({ ...publication, ...progress, publishedAt: Date.now(), epochs });
  }

  async function makeDue(): Promise<void> {
    const stories = [...pending].filter(({ isDue }) => !isDue);
    if (stories.length === 0 || !(await stage.makeDue(stories.map(({ feed }) => feed)))) return;
    for (const story of stories) story.isDue = true;
  }

  async function findCommits(): Promise<void> {
    const stories = [...pending].filter(({ committedAt }) => committedAt === null);
    if (stories.length === 0) return;
    try {
      const { rows } = await sql<{ title: string; at: string }>`
        select title, min(changes.changed_at) as at from articles join changes on article_id = articles.id
        where slug = any(${stories.map(({ title }) => title.toLowerCase().replaceAll(" ", "-"))}) group by title`.execute(
        database,
      );
      for (const { title, at } of rows) {
        const story = stories.find((one) => one.title === title);
        if (!story) continue;
        story.committedAt = Date.parse(at);
        story.epochs.committed = nodes.map(getEpoch);
      }
    } catch {
      // Ignores failed queries while the database is being restarted.
    }
  }

  /** Requests the pages that lack a story. Does not wait for responses, since a frozen node would delay all stories. */
  function findOnPages(story: PendingStory): void {
    const { committedAt, publishedAt, epochs, seen, requested, title } = story;
    const { host, section } = stage.findPlace(story.feed);
    const isCounted = (index: number, since: readonly number[]) => getEpoch(nodes[index]) === since[index];
    for (const [index, { number, url, isFaulty }] of nodes.entries()) {
      if (isFaulty || seen.has(number) || requested.has(number) || !isCounted(index, epochs.committed)) continue;
      requested.add(number);
      void load(`${url}/${section}`, host).then((body) => {
        requested.delete(number);
        if (body.includes(title)) seen.set(number, Date.now());
      });
    }
    const counted = nodes.filter(({ isFaulty }, index) => !isFaulty && isCounted(index, epochs.committed));
    if (!counted.every(({ number }) => seen.has(number))) return;
    pending.delete(story);
    if (counted.length === 0) return;
    const last = Math.max(...counted.map(({ number }) => seen.get(number) ?? 0));
    result.fromCommit.push(last - (committedAt ?? 0));
    result.stories.push({
      title,
      page: `${host}/${section}`,
      publishedAt: new Date(publishedAt).toISOString(),
      committedAt: new Date(committedAt ?? 0).toISOString(),
      seen: Object.fromEntries([...seen].map(([number, at]) => [number, at - (committedAt ?? 0)])),
    });
    if (nodes.every((node, index) => !node.isFaulty && isCounted(index, epochs.published)))
      result.fromPublication.push(last - publishedAt);
  }

  function giveUp(story: PendingStory): void {
    pending.delete(story);
    const state = story.committedAt === null ? "not stored" : `on the pages of nodes ${[...story.seen.keys()]} only`;
    result.missing.push(`"${story.title}", published at ${new Date(story.publishedAt).toISOString()}, is ${state}`);
  }

  return {
    result,
    /** Stops publishing; resolves when each story has appeared or timed out. */
    async stop(): Promise<void> {
      isStopping = true;
      await running;
    },
  };
}

function getEpoch(node: { epoch: number } | undefined): number {
  return node?.epoch ?? 0;
}

/** Returns the body of a page; empty if the request fails. */
function load(url: string, host: string): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { headers: { host }, timeout: REQUEST_TIMEOUT_MS }, async (response) => {
      const chunks = await response.toArray().catch(() => []);
      resolve(Buffer.concat(chunks).toString());
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(""));
  });
}
