import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { DUMMY_ACCOUNT } from "@20minutes/s3rver/lib/models/account.js";
import { findFreePort } from "./freePort.ts";

/** S3-compatible storage with one bucket. Checks the signatures of requests. */
export interface S3Host {
  /** Value of IMAGES_URL. */
  url: string;
  /** Environment variables with the host's credentials. */
  credentials: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Returns the size of each object in bytes, by the object's name. */
  list(): Promise<Map<string, number>>;
  /** Makes the host reject the credentials in later requests; `permit` makes it accept them again. */
  revoke(): void;
  permit(): void;
  /** Stops responding, even on open connections. */
  stop(): Promise<void>;
  /** Responds again, on the same port and with the same objects. */
  start(): Promise<void>;
}

const BUCKET = "news";
const PREFIX = "site/photos";
const SUFFIX = "._S3rver_object";

/** @param directory folder in which the objects are stored */
export async function startS3Host(directory: string): Promise<S3Host> {
  const credentials = { AWS_ACCESS_KEY_ID: "TESTKEY", AWS_SECRET_ACCESS_KEY: "a/secret+that=nobody/reads" };
  let server: S3rver;
  const port = await findFreePort();

  async function start(): Promise<void> {
    const options = { address: "127.0.0.1", port, silent: true, directory, vhostBuckets: false };
    server = new S3rver({ ...options, configureBuckets: [{ name: BUCKET }] });
    await server.run();
  }
  const permit = () => DUMMY_ACCOUNT.createKeyPair(credentials.AWS_ACCESS_KEY_ID, credentials.AWS_SECRET_ACCESS_KEY);

  permit();
  await start();
  return {
    url: `s3://${BUCKET}/${PREFIX}?endpoint=http://127.0.0.1:${port}`,
    credentials,
    async list() {
      const folder = join(directory, BUCKET, PREFIX);
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(SUFFIX));
      const sizes = await Promise.all(
        names.map((name) =>
          stat(join(folder, name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      );
      return new Map(names.map((name, index) => [name.slice(0, -SUFFIX.length), sizes[index] ?? 0]));
    },
    revoke: () => DUMMY_ACCOUNT.revokeAccessKey(credentials.AWS_ACCESS_KEY_ID),
    permit,
    async stop() {
      const closed = once(server.httpServer, "close");
      server.httpServer.close();
      server.httpServer.closeAllConnections();
      await closed;
    },
    start,
  };
}
