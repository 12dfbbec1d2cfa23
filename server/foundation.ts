import { dirname } from "node:path";
import { createElection } from "./cluster/election.ts";
import { type Config, getServedEditions } from "./config.ts";
import { readEditions, type ServedEditions } from "./editions/loading/load.ts";
import { openEditions, watchFolder } from "./editions/loading/registry.ts";
import { openStoredEditions } from "./editions/loading/storedEditions.ts";
import { listMissingUrls } from "./editions/schema/address.ts";
import { createOutbound } from "./feeds/fetch/fetchTools.ts";
import { watchFreeDisk } from "./health/freeDisk.ts";
import { createStoreDamage } from "./health/storeDamage.ts";
import { openParsers } from "./isolation/parsers.ts";
import { createLog, logConsole, logUnhandledErrors } from "./log.ts";
import { openOutput } from "./logOutput.ts";
import { readDataVersion } from "./store/engines/engine.ts";
import { connectDatabase, getStorePath, openDatabase, SERVER_LIMITS } from "./store/open.ts";
import { openSearchIndexes } from "./store/search/searchIndex.ts";

/** Longest waits, in ms, of a health check: for another write to end, and for a query. Both are usually far shorter. */
const PROBE_TIMEOUTS = { busyTimeoutMs: 500, queryTimeoutMs: 2000 };

/** Opens what all parts of the server use: the log, the editions, the store, the network and the leader election. */
export async function openFoundation(config: Config) {
  const mode: "development" | "production" = process.env.NODE_ENV === "development" ? "development" : "production";
  const output = openOutput();
  const log = createLog(config.LOG_LEVEL, output);
  logUnhandledErrors(log);
  if (mode === "production") logConsole(log);
  output.onFlow((lines) => log.warn({ lines }, "log lines dropped: nothing read standard output"));
  const startedAt = performance.now();
  const getWaitedMs = () => performance.now() - startedAt;

  const storePath = getStorePath(config.DATABASE_URL);
  const damage = createStoreDamage(storePath, log);
  const openStore = () =>
    openDatabase(config.DATABASE_URL, {
      mayMigrate: config.MIGRATE === "on",
      ...SERVER_LIMITS,
      onError: damage.observe,
    });
  const isStored = config.EDITIONS_SOURCE === "store";
  const stored = isStored ? await openStoredEditions(await openStore(), config.DATA_DIR, log) : null;
  // Reads a folder of editions before opening the store: if an edition is invalid, the store must not be migrated.
  const served = await chooseServedEditions(config);
  const source = stored ?? watchFolder(config.EDITIONS_DIR, served, log);
  const editions = await openEditions(source, config.SITE_URL, served, log);
  for (const { id, message } of mode === "production" ? listMissingUrls(editions.all()) : [])
    log.warn({ edition: id }, message);
  const database = stored?.database ?? (await openStore());
  const probeDatabase = connectDatabase(config.DATABASE_URL, { ...PROBE_TIMEOUTS, onError: damage.observe });
  // Uses the connection once: Kysely does not close a connection that was never used.
  await readDataVersion(probeDatabase);
  await damage.open();
  const folders = [config.DATA_DIR, ...(storePath ? [dirname(storePath)] : [])];
  const searchIndexes = openSearchIndexes(config.DATA_DIR, log);
  const freeDisk = await watchFreeDisk({ folders, floorMb: config.DISK_FLOOR_MB, log });
  const outbound = createOutbound(config, editions.all);
  const parsers = openParsers();
  const election = createElection({ url: config.DATABASE_URL, database, roles: config.ROLES, log });
  return {
    mode,
    output,
    log,
    getWaitedMs,
    damage,
    stored,
    editions,
    database,
    probeDatabase,
    searchIndexes,
    freeDisk,
    outbound,
    parsers,
    election,
  };
}

/** Returns the editions to serve. `npm start` serves examples only if the folder has no other edition. */
async function chooseServedEditions(config: Config): Promise<ServedEditions> {
  const served = getServedEditions(config);
  const isExample = config.EDITIONS_SOURCE === "folder" && config.EDITIONS.length === 0 && Array.isArray(served);
  if (!isExample) return served;
  const own = await readEditions(config.EDITIONS_DIR, undefined, "own");
  return own.editions.length + own.broken.length > 0 ? "own" : served;
}
