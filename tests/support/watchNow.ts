import type { StationView } from "../../server/radio/view.ts";
import { listen } from "./radioListener.ts";

/** One who follows what is playing, by server-sent events. */
export async function watchNow(url: string) {
  const listener = await listen(url, { accept: "text/event-stream" });
  const told = (bytes: Buffer): StationView[] =>
    Array.from(bytes.toString("utf8").matchAll(/^data: (.*)\n\n/gm), ([, data]) => JSON.parse(data ?? ""));
  return {
    headers: listener.headers,
    leave: listener.leave,
    /** Waits until the newest that was said satisfies a test. */
    async says(isIt: (view: StationView) => boolean): Promise<StationView> {
      let found: StationView | undefined;
      await listener.hears((bytes) => {
        found = told(bytes).at(-1);
        return found !== undefined && isIt(found);
      });
      return found as StationView;
    },
  };
}
