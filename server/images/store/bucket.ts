import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Logger } from "pino";
import { ConfigError } from "../../config.ts";
import { createKeyedLimit } from "../../net/keyedLimit.ts";
import type { TimeLimits } from "../../net/outboundError.ts";
import { getCredentialsFile, readCredentials } from "../../net/s3/credentials.ts";
import { formatS3Location, type S3Location } from "../../net/s3/location.ts";
import { S3UnavailableError } from "../../net/s3/refusals.ts";
import { type LoadingObject, openS3Client } from "../../net/s3/s3Client.ts";
import { createAvailability } from "./availability.ts";

interface Options {
  log?: Pick<Logger, "info" | "warn" | "error">;
  /** Called when the storage can be used again after an outage. */
  onReturn?: () => void;
  environment?: Record<string, string | undefined>;
  limits?: TimeLimits;
}

/** Log that drops all messages, for commands, which print errors themselves. */
const NO_LOG = { info() {}, warn() {}, error() {} };
/** Maximum number of names in a listing of the bucket. An image has at most 8 files. */
const MAX_NAMES = 1000;
/**
 * Maximum number of concurrent requests to the storage. Further requests wait without a time limit, and fail if the
 * storage becomes unavailable meanwhile.
 */
const MAX_USES = 16;

/**
 * Opens the storage of images in S3. Sends no request.
 *
 * @throws {ConfigError} if the environment lacks the credentials or the region
 */
export async function openBucket(location: S3Location, options: Options = {}) {
  const { log = NO_LOG, environment = process.env, onReturn, limits } = options;
  const label = formatS3Location(location);
  const region = location.region ?? (environment.AWS_REGION || environment.AWS_DEFAULT_REGION);
  // Storage other than AWS has a single region, whose name does not matter.
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
    ...(limits && { limits }),
  });
  const { run, probe, ...availability } = createAvailability({ label, log, ...(onReturn && { onReturn }) });
  const limitUses = createKeyedLimit(MAX_USES);
  const use = <Result>(send: () => Promise<Result>) => limitUses(label, () => run(send));

  /** Stores, reads, lists and deletes a small object. @throws {Error} if anything fails */
  async function tryEverything(): Promise<void> {
    const name = `broadsheet-check-${randomUUID()}`;
    const bytes = Buffer.from("Broadsheet stores, reads, lists and deletes this object to check its permissions.\n");
    await client.put(name, bytes);
    const found = await client.get(name).then((object) => object && buffer(object.content));
    const names = await client.list(name, 1);
    await client.delete(name);
    if (!found || !bytes.equals(found) || names[0] !== name)
      throw new S3UnavailableError("An object was stored, but not found after that.", { isRefused: false });
  }

  return {
    /** Name of the storage, such as s3://bucket/prefix. */
    label,
    ...availability,
    put: (name: string, bytes: Uint8Array) => use(() => client.put(name, bytes)),
    /** Reads an object. @param receive must read the content to its end; not called for a missing object */
    get: (name: string, receive: (object: LoadingObject) => Promise<void>) =>
      use(async () => {
        const object = await client.get(name);
        if (object) await receive(object);
      }),
    deleteImage: (key: string) =>
      use(async () => {
        // Lists the files, since their names contain the image's width. The width is unknown if the image was deleted
        // while it was being stored.
        const names = await client.list(`${key}-`, MAX_NAMES);
        await Promise.all(names.map(client.delete));
      }),
    tryEverything,
    /** Tests if the storage can be used, unless a recent request has succeeded. Never rejects. */
    async probe(): Promise<void> {
      if (!availability.isProbeDue()) return;
      await probe(availability.isInDoubt() ? tryEverything : () => client.list("", 1));
    },
    close: client.close,
  };
}
