/**
 * V8 flags that reduce the CPU time of short-lived pages. Compiling their functions for speed takes longer than it
 * saves, and so does collecting garbage while there are only a few MB of it.
 */
const JS_FLAGS = ["--no-maglev", "--no-turbofan", "--min-semi-space-size=32", "--initial-heap-size=256"];

/** Arguments of every Chromium in which no duration is measured. */
export const CHROMIUM_ARGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // By default, Chromium starts a spare renderer for each page: a quarter of a page load's CPU time.
  "--renderer-process-limit=1",
  `--js-flags=${JS_FLAGS.join(",")}`,
];
