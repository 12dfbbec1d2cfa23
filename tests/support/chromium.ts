/**
 * V8 flags that prevent optimization and delay garbage collection. On short-lived pages, optimization and early
 * garbage collection take more time than they save.
 */
const JS_FLAGS = ["--no-maglev", "--no-turbofan", "--min-semi-space-size=32", "--initial-heap-size=256"];

/** Arguments for Chromium in tests that measure no duration. */
export const CHROMIUM_ARGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Prevents spare renderers. For each page, a spare renderer takes a quarter of the CPU time of a page load.
  "--renderer-process-limit=1",
  `--js-flags=${JS_FLAGS.join(",")}`,
];
