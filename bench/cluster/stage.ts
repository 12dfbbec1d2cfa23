import { rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Random } from "../../core/random.ts";
import { connectDatabase, openDatabase } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { writeTestEdition } from "../../tests/support/editions.ts";
import { type MailHost, startMailHost } from "../../tests/support/mailHost.ts";
import { startPostgres } from "../../tests/support/postgresServer.ts";
import { startS3Host } from "../../tests/support/s3Host.ts";
import { SECTIONS } from "../../tests/support/sectionFeeds.ts";
import { temporaryFolder } from "../../tests/support/site.ts";
import { startVarnishOfCluster } from "../../tests/support/varnish.ts";
import { listChildren } from "../drill/processes.ts";
import { createNode, type Node } from "./nodes.ts";
import { openPublishers, type Publishers } from "./publishers.ts";

/** Start and end, in ms since 1970. */
export interface Period {
  from: number;
  to: number;
}

/** Three nodes, one PostgreSQL server, Varnish, S3-compatible storage, publishers and a mail server. */
export interface Stage {
  /** URL of Varnish. */
  url: string;
  nodes: readonly Node[];
  publishers: Publishers;
  mail: MailHost;
  /** Connections to the database that bypass the nodes' proxies. Faults of nodes do not cut these connections. */
  database: Database;
  editions: readonly { host: string }[];
  /** Returns the edition and the section that show a feed. */
  findPlace(feed: number): { host: string; section: string };
  /** Makes feeds due now. @returns false if the database cannot be written */
  makeDue(feeds: readonly number[]): Promise<boolean>;
  /** Returns the periods of the updates that made a feed due, or that failed and may have made it due. */
  getDueTimes(feed: number): readonly Period[];
  restartDatabase(): Promise<void>;
  /** Stops everything and removes all files. */
  close(): Promise<void>;
}

interface StageOptions {
  editions: number;
  feeds: number;
  /** Folder for the nodes' logs; undefined to write none. */
  logs: string | undefined;
  random: Random;
  /** Width of stories' photos, in pixels. */
  photoWidth: number;
}

const NODES = 3;

export async function openStage(options: StageOptions): Promise<Stage> {
  const { editions: editionCount, feeds, logs, random, photoWidth } = options;
  const folder = await temporaryFolder();
  // Cleans up even if a signal ends this process, so that no child process and no file remains.
  process.once("exit", cleanUp);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

  const publishers = await openPublishers(feeds, random, photoWidth);
  const editions = Array.from({ length: editionCount }, (_, index) => ({ host: `edition-${index}.example` }));
  const places = Array.from({ length: feeds }, (_, feed) => {
    const place = feed % (editionCount * SECTIONS.length);
    const section = SECTIONS[Math.floor(place / editionCount)] ?? "";
    return { host: editions[place % editionCount]?.host ?? "", section };
  });
  const editionsFolder = join(folder.path, "editions");
  for (const [index, { host }] of editions.entries())
    await writeTestEdition(editionsFolder, {
      feeds: (section) =>
        places.flatMap((place, feed) =>
          place.host === host && place.section === section ? [publishers.getUrl(feed)] : [],
        ),
      relays: [],
      // The first edition is the default one. Readers also request it by its hostname.
      ...(index === 0 ? { change: (document) => document.set("hosts", [host]) } : { id: `edition-${index}`, host }),
    });

  const mail = await startMailHost();
  await mkdir(join(folder.path, "s3"));
  const s3 = await startS3Host(join(folder.path, "s3"));
  const postgres = await startPostgres();
  const url = await postgres.createDatabase("cluster");
  await (await openDatabase(url)).destroy();
  const database = connectDatabase(url);
  const env: Record<string, string> = {
    ALLOW_PRIVATE_HOSTS: publishers.allowed,
    SMTP_URL: mail.url,
    MIGRATE: "off",
    IMAGES_URL: s3.url,
    ...s3.credentials,
    ...(logs && { LOG_LEVEL: "debug" }),
  };
  const nodes = await Promise.all(
    Array.from({ length: NODES }, (_, number) =>
      createNode({ number, folder: folder.path, editions: editionsFolder, database: url, env }),
    ),
  );
  const varnish = await startVarnishOfCluster(
    folder.path,
    nodes.map(({ port }) => port),
  );
  env.CDN_PURGE_URL = `http://127.0.0.1:${varnish.port}/`;
  await Promise.all(nodes.map((node) => node.start()));
  const dueTimes = new Map<number, Period[]>();

  return {
    url: `http://127.0.0.1:${varnish.port}`,
    nodes,
    publishers,
    mail,
    database,
    editions,
    findPlace: (feed) => places[feed] ?? { host: "", section: "" },
    async makeDue(feeds) {
      const now = new Date();
      const urls = feeds.map(publishers.getUrl);
      try {
        await sql`update feeds set next_poll_at = ${now.toISOString()} where url = any(${urls})`.execute(database);
        return true;
      } catch {
        return false;
      } finally {
        // Records failed updates, too, since they may have been committed before the connection was lost.
        const period = { from: now.getTime(), to: Date.now() };
        for (const feed of feeds) dueTimes.getOrInsertComputed(feed, () => []).push(period);
      }
    },
    getDueTimes: (feed) => dueTimes.get(feed) ?? [],
    async restartDatabase() {
      await postgres.pause();
      await postgres.resume();
    },
    async close() {
      for (const node of nodes) {
        // Kills the process, since SIGTERM would not end a frozen node.
        await node.site().kill();
        if (logs) await writeFile(join(logs, `node-${node.number}.log`), node.written());
        await node.proxy.close();
      }
      await database.destroy();
      await varnish.stop();
      await Promise.all([postgres.stop(), s3.stop(), mail.close(), publishers.close()]);
      process.off("exit", cleanUp);
      cleanUp();
    },
  };

  function cleanUp(): void {
    for (const child of listChildren(process.pid)) process.kill(child, "SIGKILL");
    rmSync(folder.path, { recursive: true, force: true });
  }
}
