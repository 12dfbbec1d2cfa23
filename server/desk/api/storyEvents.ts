import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { type Job, startJob } from "../../jobs/job.ts";
import type { Database } from "../../store/schema/schema.ts";
import {
  deleteOldPresence,
  deletePresence,
  findStoryMark,
  listPresence,
  type StoryMark,
  savePresence,
} from "../../store/stories/storyPresence.ts";
import type { Presence, StoryEvent } from "./apiTypes.ts";

/** Interval, in ms, between checks of a story that somebody has open. */
const POLL_MS = 2000;
/** Interval, in ms, at which the presence of open windows is stored. */
const REFRESH_MS = 10_000;
/** Age, in ms, at which a stored presence expires. */
const GONE_MS = 25_000;
/** Maximum numbers of listening windows: for this process, and for one story. */
const MAX_LISTENERS = 100;
const MAX_LISTENERS_PER_STORY = 50;
/** Maximum number of windows of one person, so that one person cannot use up the limits for everybody. */
const MAX_LISTENERS_PER_PERSON = 20;

interface Listener {
  person: Presence;
  window: string;
  send: (event: StoryEvent) => void;
}

interface Watch {
  listeners: Set<Listener>;
  job: Job;
  people: Presence[];
  mark: StoryMark | undefined;
  refreshedMs: number;
}

/**
 * Sends events to the windows in which a story is open: the people who have the story open, and changes of the story.
 * Servers learn of each other's windows through the store. Each server checks a story with one job for all windows.
 */
export function createStoryEvents(database: Database, log: Logger) {
  const watches = new Map<number, Watch>();
  let count = 0;

  function watch(storyId: number): Watch {
    const listeners = new Set<Listener>();
    const job = startJob({ name: `story ${storyId}`, intervalMs: POLL_MS, run: () => look(storyId), log });
    const created: Watch = { listeners, job, people: [], mark: undefined, refreshedMs: 0 };
    watches.set(storyId, created);
    return created;
  }

  async function look(storyId: number): Promise<void> {
    const watched = watches.get(storyId);
    if (!watched) return;
    const nowMs = Date.now();
    const mark = await findStoryMark(database, storyId);
    // The story was deleted.
    if (!mark) return;
    if (nowMs - watched.refreshedMs >= REFRESH_MS) {
      for (const listener of watched.listeners) await notePresence(storyId, listener);
      await deleteOldPresence(database, toInstant(nowMs - GONE_MS));
      watched.refreshedMs = nowMs;
    }
    const people = await listPresence(database, storyId, toInstant(nowMs - GONE_MS));
    const before = watched.mark;
    if (before && mark.revision !== before.revision)
      send(watched, { type: "revision", revision: mark.revision ?? 0, by: mark.savedBy ?? "" });
    if (before && (mark.state !== before.state || mark.version !== before.version))
      send(watched, { type: "state", state: mark.state, version: mark.version });
    if (before && toReview(mark) !== toReview(before)) send(watched, { type: "review" });
    if (!isDeepStrictEqual(people, watched.people)) send(watched, { type: "presence", people });
    watched.mark = mark;
    watched.people = people;
  }

  async function notePresence(storyId: number, { person, window }: Listener): Promise<void> {
    const seen_at = toInstant(Date.now());
    await savePresence(database, {
      story_id: storyId,
      window_id: window,
      person_id: person.personId,
      name: person.name,
      seen_at,
    });
  }

  function countOwn({ person: { personId } }: Listener): number {
    const all = [...watches.values()].flatMap(({ listeners }) => [...listeners]);
    return all.filter(({ person }) => person.personId === personId).length;
  }

  return {
    /**
     * Adds a window. Returns a function that removes the window; null if too many windows are open.
     *
     * @param listener `send` is called for each event. The first event lists the people. If this server was already
     * checking the story for another window, the next events tell the story's revision and state.
     */
    async listen(storyId: number, listener: Listener): Promise<(() => Promise<void>) | null> {
      if (count >= MAX_LISTENERS || countOwn(listener) >= MAX_LISTENERS_PER_PERSON) return null;
      const watched = watches.get(storyId) ?? watch(storyId);
      if (watched.listeners.size >= MAX_LISTENERS_PER_STORY) return null;
      count++;
      watched.listeners.add(listener);
      await notePresence(storyId, listener).catch((err) => log.warn({ story: storyId, err }, "presence not stored"));
      const { mark, people } = watched;
      listener.send({ type: "presence", people });
      if (mark) {
        listener.send({ type: "revision", revision: mark.revision ?? 0, by: mark.savedBy ?? "" });
        listener.send({ type: "state", state: mark.state, version: mark.version });
      }
      watched.job.trigger();
      return async () => {
        if (!watched.listeners.delete(listener)) return;
        count--;
        if (watched.listeners.size === 0) {
          watches.delete(storyId);
          await watched.job.stop();
        }
        // The window may have connected again before the end of its former stream was noticed.
        if ([...watched.listeners].some(({ window }) => window === listener.window)) return;
        await deletePresence(database, storyId, listener.window).catch((err) =>
          log.warn({ story: storyId, err }, "presence not removed"),
        );
      };
    },
  };
}

function send({ listeners }: Watch, event: StoryEvent): void {
  for (const listener of listeners) listener.send(event);
}

/** Returns a text that changes when the story is submitted or returned, or a comment is added or resolved. */
function toReview({ submittedAt, comments, resolved }: StoryMark): string {
  return [submittedAt, comments, resolved].join(" ");
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}
