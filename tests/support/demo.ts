import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeTestEdition } from "./editions.ts";
import { startFeedHost } from "./feedHost.ts";
import { serveRecordedFeeds } from "./recordedFeeds.ts";

/**
 * `npm run demo`: the site on recorded feeds, without the internet. The feed host runs in this process and the real server
 * beside it, on a store of its own. See `feedHost.ts` for how to make a feed fail.
 */

const DATA = "data/demo";

const host = await startFeedHost();
await rm(DATA, { recursive: true, force: true });
await mkdir(DATA, { recursive: true });
const editions = await writeTestEdition(join(DATA, "editions"), {
  feeds: serveRecordedFeeds(host),
  relays: host.relays,
});
process.stderr.write(
  `The feeds are at ${host.url("/")}; POST {"path", "fault"} to ${host.url("/_control")} makes one fail.\n`,
);

process.env.EDITIONS_DIR = editions;
process.env.DATA_DIR ||= DATA;
process.env.DATABASE_URL ||= `sqlite:${join(DATA, "broadsheet.db")}`;
process.env.ALLOW_PRIVATE_HOSTS = host.allowed;
await import("../../server/main.ts");
