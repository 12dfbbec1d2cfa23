import { useEffect, useEffectEvent, useState } from "react";
import { type Backoff, backoffMs } from "../../core/backoff.ts";
import type { Presence, StoryEvent } from "../../server/desk/api/apiTypes.ts";

const RETRIES: Backoff = { firstMs: 2000, maxMs: 60_000 };

interface StoryEventsOptions {
  edition: string;
  id: number;
  /** Called for each event except those about presence. */
  onEvent(event: Exclude<StoryEvent, { type: "presence" }>): void;
  /** Called each time the event stream opens: at first and after each reconnection. */
  onOpen(): void;
}

/** Listens to others' changes of a story. Returns the people who have the story open, including this person. */
export function useStoryEvents({ edition, id, onEvent, onOpen }: StoryEventsOptions): Presence[] {
  const [people, setPeople] = useState<Presence[]>([]);
  const handle = useEffectEvent((event: StoryEvent) =>
    event.type === "presence" ? setPeople(event.people) : onEvent(event),
  );
  const opened = useEffectEvent(onOpen);
  useEffect(() => {
    const url = `/api/${edition}/stories/${id}/events?window=${crypto.randomUUID()}`;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let source = connect();
    return () => {
      clearTimeout(timer);
      source.close();
    };

    function connect(): EventSource {
      const connection = new EventSource(url);
      connection.onopen = () => {
        failures = 0;
        opened();
      };
      connection.onmessage = ({ data }) => handle(JSON.parse(data) as StoryEvent);
      connection.onerror = () => {
        // Empties the list of people, which would be out of date without a connection.
        setPeople([]);
        // The browser reconnects by itself, except after a response that is not an event stream.
        if (connection.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(
          () => {
            source = connect();
          },
          backoffMs(++failures, RETRIES),
        );
      };
      return connection;
    }
  }, [edition, id]);
  return people;
}
