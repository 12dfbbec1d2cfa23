import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { ConfigError } from "../../config.ts";
import { getCredentialsFile, readCredentials } from "../../net/s3/credentials.ts";
import { formatS3Location, type S3Location } from "../../net/s3/location.ts";
import { S3UnavailableError } from "../../net/s3/refusals.ts";
import { openS3Client } from "../../net/s3/s3Client.ts";
import { createAvailability } from "./availability.ts";

interface Options {
  log?: Pick<Logger, "info" | "warn" | "error">;
  /** Called when the storage can be used again after an outage. */
  onReturn?: () => void;
  environment?: Record<string, string | undefined>;
}

/** For commands, which print what they cannot do. */
const NO_LOG = { info() {}, warn() {}, error() {} };
/** Maximum number of names in a list. An image has at most 8. */
const MAX_NAMES = 1000;

/**
 * Opens the images in S3. Sends no request.
 *
 * @throws {ConfigError} if the environment lacks the credentials or the region
 */
export async function openBucket(location: S3Location, options: Options = {}) {
  const { log = NO_LOG, environment = process.env, onReturn } = options;
  const label = formatS3Location(location);
  const region = location.region ?? (environment.AWS_REGION || environment.AWS_DEFAULT_REGION);
  // Other storages have one region, whatever its name.
  const fallback = location.endpoint === null ? undefined : "us-east-1";
  if (!region && !fallback)
    throw new ConfigError("IMAGES_URL: the region is missing. Add ?region=… to it, or set AWS_REGION.");
  if (!(await readCredentials(environment)))
    throw new ConfigError(
      `IMAGES_URL: the credentials are missing. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them to ${getCredentialsFile(environment)}.`,
    );
  const client = openS3Client({
    location,
    region: region || (fallback ?? ""),
    readCredentials: () => readCredentials(environment),
  });
  const { run, probe, ...availability } = createAvailability({ label, log, ...(onReturn && { onReturn }) });

  /** Stores, reads, lists and deletes a small object. @throws {Error} if anything fails */
  async function tryEverything(): Promise<void> {
    const name = `broadsheet-check-${randomUUID()}`;
    const bytes = Buffer.from("Broadsheet stores, reads, lists and deletes this object to check its permissions.\n");
    await client.put(name, bytes);
    const found = await client.get(name);
    const names = await client.list(name, 1);
    await client.delete(name);
    if (!found || !bytes.equals(found) || names[0] !== name)
      throw new S3UnavailableError("An object was stored, but not found after that.", { isRefused: false });
  }

  return {
    /** Such as s3://bucket/prefix. */
    label,
    ...availability,
    put: (name: string, bytes: Uint8Array) => run(() => client.put(name, bytes)),
    /** Returns an object; null if there is none. */
    get: (name: string) => run(() => client.get(name)),
    /** Deletes all files of an image. */
    deleteImage: (key: string) =>
      run(async () => {
        // Listed rather than derived from the width, which is unknown while an image is being stored.
        const names = await client.list(`${key}-`, MAX_NAMES);
        await Promise.all(names.map(client.delete));
      }),
    tryEverything,
    /** Finds out if the storage can be used, unless a recent request has shown it. Never rejects. */
    async probe(): Promise<void> {
      if (!availability.isProbeDue()) return;
      await probe(availability.isInDoubt() ? tryEverything : () => client.list("", 1));
    },
    close: client.close,
  };
}
