import { useEffect, useEffectEvent, useState } from "react";
import type { Checks, MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";

/** A story that was saved and checked. */
export interface CheckedStory {
  /** Revision that was checked, and that publishing will use. */
  revision: number;
  checks: Checks;
  view: StoryView;
}

export type Checking =
  | { type: "checking" }
  | { type: "failed"; why: string }
  | { type: "checked"; story: CheckedStory };

interface Options {
  edition: MyEdition;
  story: StoryView;
  flush(): Promise<number>;
}

/** Saves and checks a story when the dialog opens, and each time `check` is called. */
export function useChecks({ edition, story, flush }: Options): { checking: Checking; check(): Promise<void> } {
  const [checking, setChecking] = useState<Checking>({ type: "checking" });
  const param = { edition: edition.id, id: String(story.id) };

  async function check() {
    setChecking({ type: "checking" });
    try {
      const revision = await flush();
      const [checks, view] = await Promise.all([
        call((api) => api[":edition"].stories[":id"].checks.$get({ param })),
        call((api) => api[":edition"].stories[":id"].$get({ param })),
      ]);
      setChecking({ type: "checked", story: { revision, checks, view } });
    } catch (error) {
      setChecking({ type: "failed", why: error instanceof Error ? error.message : String(error) });
    }
  }

  const checkFirst = useEffectEvent(check);
  useEffect(() => {
    void checkFirst();
  }, []);
  return { checking, check };
}
