import type { Checks, MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useLoading } from "../ui/useLoading.ts";

/** A story that was saved and checked. */
export interface CheckedStory {
  /** Revision that was checked, and that publishing will use. */
  revision: number;
  checks: Checks;
  view: StoryView;
}

interface Options {
  edition: MyEdition;
  story: StoryView;
  flush(): Promise<number>;
}

/** Saves and checks a story when the dialog opens, and each time `load` is called. */
export function useChecks({ edition, story, flush }: Options) {
  const param = { edition: edition.id, id: String(story.id) };
  return useLoading(async (): Promise<CheckedStory> => {
    const revision = await flush();
    const [checks, view] = await Promise.all([
      call((api) => api[":edition"].stories[":id"].checks.$get({ param })),
      call((api) => api[":edition"].stories[":id"].$get({ param })),
    ]);
    return { revision, checks, view };
  });
}
