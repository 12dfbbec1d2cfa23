import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { ActiveSession } from "../../people/sessions.ts";
import { requireStoryById } from "../../stories/storyEditing.ts";
import { requireMayRead } from "../../stories/storyRights.ts";
import type { Desk } from "../deskContext.ts";
import type { EditionEnv } from "./route.ts";
import { createStoryEvents } from "./storyEvents.ts";

/**
 * Interval, in ms, at which a stream checks the session and the role again, and sends a ping. The pings keep proxies
 * from closing the stream.
 */
const PING_MS = 5000;

/** Creates the handler for a story's stream of `StoryEvent`s as JSON. `window` is the id of the browser's window. */
export function createEventRoute({ database, closing, log }: Desk) {
  const events = createStoryEvents(database, log);
  return async (context: Context<EditionEnv>, storyId: number, window: string): Promise<Response> => {
    const requireReader = async ({ actor }: ActiveSession) => {
      const story = await requireStoryById(database, context.get("edition").id, storyId);
      await requireMayRead(database, actor, story);
    };
    const session = context.get("session");
    await requireReader(session);
    const { person } = session;
    const presence = { personId: person.id, name: person.name };
    return streamSSE(context, async (stream) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      stream.onAbort(end);
      // After the client disconnects, messages are lost without an error until `onAbort` calls `end`.
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
      const ping = async () => {
        await requireReader(await context.get("findSessionAgain")());
        write({ event: "ping", data: "" });
      };
      // Ends the stream if the session or the role no longer permits it. The browser then connects again, and gets the
      // reason as the response.
      const pinging = setInterval(() => void ping().catch(end), PING_MS);
      await ended;
      clearInterval(pinging);
      closing.removeEventListener("abort", onClosing);
      await leave();
    });
  };
}
