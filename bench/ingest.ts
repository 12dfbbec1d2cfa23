import { parseArgs } from "node:util";
import { measurePollingRound } from "./pollingRound.ts";
import { measureRecordedFeeds } from "./recordedFeeds.ts";

/**
 * `npm run bench:ingest`: duration and CPU time of polling recorded feeds, then of one round of polls of many generated
 * feeds, with response times of pages during that round. Needs a build.
 */

const { values } = parseArgs({
  options: {
    /** Folder with recorded feeds. */
    corpora: { type: "string" },
    feeds: { type: "string", default: "10000" },
    /** Number of editions that share all feeds. */
    editions: { type: "string", default: "50" },
    /** Number of page requests per second. */
    rate: { type: "string", default: "10" },
    /** "recorded" or "round", to run only one part. */
    only: { type: "string" },
  },
});
if (values.only !== "round") await measureRecordedFeeds(values.corpora);
if (values.only !== "recorded")
  await measurePollingRound(Number(values.feeds), Number(values.editions), Number(values.rate));
