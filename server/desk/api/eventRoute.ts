import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { requireStoryById } from "../../stories/storyEditing.ts";
import { requireMayRead } from "../../stories/storyRights.ts";
import type { Desk } from "../deskContext.ts";
import type { EditionEnv } from "./route.ts";
import { createStoryEvents } from "./storyEvents.ts";

/** Interval of comments that show proxies that a stream is alive. */
const PING_MS = 15_000;
/** Time after which a stream ends, so that the next one is asked for the session again. Browsers reconnect. */
const MAX_STREAM_MS = 10 * 60_000;

/** Creates the route of a story's events: each message is a `StoryEvent` as JSON. The query names the window. */
export function createEventRoute({ database, closing, log }: Desk) {
  const events = createStoryEvents(database, log);
  return async (context: Context<EditionEnv>, storyId: number, window: string): Promise<Response> => {
    const { person, actor } = context.get("session");
    const story = await requireStoryById(database, context.get("edition").id, storyId);
    await requireMayRead(database, actor, story);
    const presence = { personId: person.id, name: person.name };
    return streamSSE(context, async (stream) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      stream.onAbort(end);
      // A client that is gone is noticed by `onAbort`; what is written to it meanwhile is lost.
      const write = (message: { data: string; event?: string }) => void stream.writeSSE(message).catch(end);
      const leave = await events.listen(storyId, {
        person: presence,
        window,
        send: (event) => write({ data: JSON.stringify(event) }),
      });
      if (!leave) return;
      const onClosing = () => end();
      closing.addEventListener("abort", onClosing);
      if (closing.aborted) end();
      const pinging = setInterval(() => write({ event: "ping", data: "" }), PING_MS);
      const ending = setTimeout(end, MAX_STREAM_MS);
      await ended;
      clearInterval(pinging);
      clearTimeout(ending);
      closing.removeEventListener("abort", onClosing);
      await leave();
    });
  };
}
