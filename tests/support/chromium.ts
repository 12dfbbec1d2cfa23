/** V8 flags for short-lived pages, where optimizing code and collecting a little garbage take longer than they save. */
const JS_FLAGS = ["--no-maglev", "--no-turbofan", "--min-semi-space-size=32", "--initial-heap-size=256"];

/** Arguments of every Chromium in which no duration is measured. */
export const CHROMIUM_ARGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Prevents a spare renderer for each page, which takes a quarter of a page load's CPU time.
  "--renderer-process-limit=1",
  `--js-flags=${JS_FLAGS.join(",")}`,
];
