import { existsSync, watch } from "node:fs";
import { mkdir, rm, watch as watchFiles } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { toMessage } from "../../core/toMessage.ts";
import { readConfig } from "../../server/config.ts";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { listCutTextsIn } from "../../server/editions/yaml/cutTexts.ts";
import { getDeskUrl } from "../../server/serviceUrls.ts";
import { openDatabase } from "../../server/store/open.ts";
import { fillDemoNewsroom } from "./demoNewsroom.ts";
import { writeTestEdition } from "./editions.ts";
import { startFeedHost } from "./feedHost.ts";
import { serveRecordedFeeds } from "./recordedFeeds.ts";

/**
 * `npm run demo`: runs the real server and a host of recorded feeds in one process, without the internet and with a
 * store of its own. `feedHost.ts` describes how to make a feed fail. `--edition FOLDER` shows that edition with the
 * recorded feeds in its sections, and reloads open pages when the edition's files are saved. The desk has three people,
 * whose links are printed, and stories in each state.
 */

const DATA = "data/demo";

const { values } = parseArgs({ options: { edition: { type: "string" } } });
const source = values.edition && resolve(values.edition);
// Removes the demo's arguments, which the server would reject.
process.argv.splice(2);

const host = await startFeedHost();
await rm(DATA, { recursive: true, force: true });
await mkdir(DATA, { recursive: true });
const recorded = serveRecordedFeeds(host);
const writeEdition = () =>
  writeTestEdition(join(DATA, "editions"), {
    feeds: source ? recorded.inTurn() : recorded.bySection,
    relays: host.relays,
    ...(source && { source, id: basename(source) }),
  });
if (source) await waitUntilValid(source);
const editions = await writeEdition();
process.stderr.write(
  `The feeds are at ${host.url("/")}; POST {"path", "fault"} to ${host.url("/_control")} makes one fail.\n`,
);
if (source) {
  const rewrite = async () => {
    if (await isValid(source)) await writeEdition();
  };
  watch(source, { recursive: true }, () => {
    rewrite().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  });
  process.env.SITE_URL = `http://localhost:${process.env.PORT || 3000}`;
  Object.assign(process.env, { PREVIEW: "on", PAGE_CACHE_MB: "0" });
}

process.env.EDITIONS_DIR = editions;
process.env.DATA_DIR ||= DATA;
process.env.DATABASE_URL ||= `sqlite:${join(DATA, "broadsheet.db")}`;
process.env.ALLOW_PRIVATE_HOSTS = host.allowed;
const config = readConfig(process.env);
const people = config.DESK === "on" ? await fillDesk() : [];
await import("../../server/main.ts");
for (const { name, role, token } of people)
  process.stderr.write(`Sign in to the desk as ${name}, ${role}: ${getDeskUrl(config)}/link/${token}\n`);

/** Adds people and stories to a new store, and returns the people with their links. */
async function fillDesk() {
  await using database = await openDatabase(config.DATABASE_URL, { mayMigrate: true });
  const [edition] = await loadEditions(config.EDITIONS_DIR);
  return edition ? await fillDemoNewsroom(database, edition) : [];
}

/** Waits until an edition's original files (not the copy with recorded feeds) are valid. Prints their mistakes. */
async function waitUntilValid(folder: string): Promise<void> {
  if (!existsSync(folder)) {
    process.stderr.write(`${folder}: there is no such folder.\n`);
    process.exit(1);
  }
  if (await isValid(folder)) return;
  process.stderr.write("The demo starts once the files are right.\n");
  for await (const _event of watchFiles(folder, { recursive: true })) if (await isValid(folder)) return;
}

/** Returns true if an edition's files are valid; otherwise prints their mistakes and returns false. */
async function isValid(folder: string): Promise<boolean> {
  try {
    await loadEditions(relative("", dirname(folder)), undefined, [basename(folder)]);
    for (const text of await listCutTextsIn(relative("", folder))) process.stderr.write(`${text}\n`);
    return true;
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\n`);
    return false;
  }
}
