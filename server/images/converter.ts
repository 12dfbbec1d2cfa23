import { openIsolatedProcess } from "../isolation/isolatedProcess.ts";
import type { Conversion, Converted } from "./convert.ts";

/** Converts images to our sizes and formats in a child process, one at a time. */
export interface Converter {
  /** @throws {Error} if the image is unusable, or converting it exceeds the limits on time or memory */
  convert(conversion: Conversion): Promise<Converted>;
  close(): Promise<void>;
}

/** A large image takes 2 s of an idle processor. The child has the lowest priority and may wait far longer for a busy one. */
const LIMITS = { timeoutMs: 120_000, maxHeapMb: 64, idleMs: 30_000 };

export function openConverter(): Converter {
  const { run, close } = openIsolatedProcess<Conversion, Converted>({
    module: new URL("./convertProcess.ts", import.meta.url),
    task: "Converting the image",
    ...LIMITS,
  });
  return { convert: run, close };
}
