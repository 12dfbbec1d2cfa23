import { call } from "../api.ts";
import { getDevice } from "./keptDatabase.ts";
import type { Clock, SaverParts } from "./saverParts.ts";

/** Time limit, in ms, of a request. A request that takes longer counts as lost, and is repeated. */
const TIMEOUT_MS = 30_000;

const BROWSER_CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

interface StoryOfPerson {
  person: string | number;
  edition: string;
  id: string;
}

/** Returns the name under which the device stores a person's unsaved copies of a story. */
export function toKeptName({ person, edition, id }: StoryOfPerson): string {
  return `${person}/${edition}/${id}`;
}

/** Creates the parts of a saver that use the browser. */
export function createBrowserParts(story: StoryOfPerson): Pick<SaverParts, "clock" | "device" | "send" | "createKey"> {
  const param = { edition: story.edition, id: story.id };
  return {
    clock: BROWSER_CLOCK,
    device: getDevice(toKeptName(story)),
    send: (json) =>
      call(
        (api) =>
          api[":edition"].stories[":id"].copy.$put(
            { param, json },
            { init: { signal: AbortSignal.timeout(TIMEOUT_MS) } },
          ),
        { isAsking: false },
      ),
    createKey: () => crypto.randomUUID(),
  };
}
