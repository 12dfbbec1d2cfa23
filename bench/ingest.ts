import { parseArgs } from "node:util";
import { measureRecorded } from "./recorded.ts";
import { measureRound } from "./round.ts";

/** `npm run bench:ingest`: how fast feeds come in, and what readers notice of it. Needs the built site. */

const { values } = parseArgs({
  options: {
    corpora: { type: "string" },
    feeds: { type: "string", default: "10000" },
    /** The feeds are shared out among so many editions. */
    editions: { type: "string", default: "50" },
    /** Pages a second that readers ask for. */
    rate: { type: "string", default: "10" },
    only: { type: "string" },
  },
});
if (values.only !== "round") await measureRecorded(values.corpora);
if (values.only !== "recorded") await measureRound(Number(values.feeds), Number(values.editions), Number(values.rate));
