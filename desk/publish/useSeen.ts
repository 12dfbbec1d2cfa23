import { useEffect, useEffectEvent, useState } from "react";
import type { PublishAnswer } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";

/** Progress of the check that the site shows the published version. */
export type Seen = "looking" | "seen" | "unseen";

/** Maximum number of checks, one a second. Most pages are rendered again within one second. */
const TRIES = 10;
const PAUSE_MS = 1000;

/** Checks once a second, for about 10 s, if the site shows the published version. `look` starts the checks again. */
export function useSeen(storyId: number, answer: PublishAnswer): { seen: Seen; look(): Promise<void> } {
  const { id: edition } = useEdition();
  const [seen, setSeen] = useState<Seen>(answer.isSeen ? "seen" : "looking");

  async function look(signal?: AbortSignal) {
    setSeen("looking");
    const param = { edition, id: String(storyId) };
    for (let tries = 0; tries < TRIES && !signal?.aborted; tries++) {
      const found = await call((api) => api[":edition"].stories[":id"].seen.$get({ param })).catch(() => null);
      if (found?.isSeen) return setSeen("seen");
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    setSeen("unseen");
  }

  const lookFirst = useEffectEvent(look);
  const isSeenAtFirst = answer.isSeen !== false;
  useEffect(() => {
    if (isSeenAtFirst) return;
    const closed = new AbortController();
    void lookFirst(closed.signal);
    return () => closed.abort();
  }, [isSeenAtFirst]);
  return { seen, look: () => look() };
}
