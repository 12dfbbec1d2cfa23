import type { InspectedImage } from "../images/inspect.ts";
import { openIsolatedProcess } from "../isolation/isolatedProcess.ts";
import type { InspectImage } from "../stories/library/addImage.ts";

/**
 * Limits of the process that decodes images. Decoding a large photo takes seconds, and far longer on a busy machine,
 * since the process has the lowest priority.
 */
const LIMITS = { task: "Reading the image", timeoutMs: 120_000, maxHeapMb: 64, idleMs: 30_000 };

/** Opens the queue of images that people of the desk add. Its process runs only while the queue has images. */
export function openImageInspector(): { inspect: InspectImage; close(): Promise<void> } {
  const process = openIsolatedProcess<object, InspectedImage>({
    module: new URL("../images/inspectProcess.ts", import.meta.url),
    ...LIMITS,
  });
  let queue: Promise<unknown> = Promise.resolve();
  return {
    inspect(load) {
      const result = queue.then(async () => process.run({}, await load()));
      queue = result.catch(() => {});
      return result;
    },
    close: process.close,
  };
}
