import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { decodeXML } from "entities";
import { Agent, request } from "undici";
import { toOutboundError } from "../outboundError.ts";
import { readBody } from "../readBody.ts";
import type { Credentials } from "./credentials.ts";
import { type S3Location, toBucketUrl } from "./location.ts";
import { explainRefusal, S3UnavailableError } from "./refusals.ts";

interface Options {
  location: S3Location;
  region: string;
  /** Read for each request, so that new keys in a file need no restart. */
  readCredentials: () => Promise<Credentials | null>;
}

interface Response {
  status: number;
  region: string | undefined;
  body: Uint8Array<ArrayBuffer>;
}

/** Maximum number of concurrent requests. Further ones wait for a connection. */
const MAX_CONNECTIONS = 16;
/** Time limits per attempt. A reader may be waiting. */
const LIMITS = { connectMs: 3000, headersMs: 5000, totalMs: 10_000 };
/** Delay before the only retry, which follows connection errors and responses with 429 or 5xx. */
const RETRY_MS = 200;

/**
 * Opens a client for the objects below a location's prefix, to which all names are relative. All methods throw an `S3UnavailableError` if the storage does not respond or refuses the request.
 */
export function openS3Client({ location, region, readCredentials }: Options) {
  const { bucket, prefix } = location;
  const bucketUrl = toBucketUrl(location, region);
  const { host } = new URL(bucketUrl);
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    connect: { timeout: LIMITS.connectMs },
    headersTimeout: LIMITS.headersMs,
    bodyTimeout: LIMITS.headersMs,
  });

  /** @param path what follows the bucket's URL: a slash and a name, or a query */
  async function send(method: "GET" | "PUT" | "DELETE", path: string, body?: Uint8Array): Promise<Response> {
    const url = new URL(bucketUrl + path);
    for (let isRetry = false; ; isRetry = true) {
      const response = await sendOnce(method, url, body).catch((error) => {
        if (isRetry || error instanceof S3UnavailableError) throw toUnavailable(error, url);
      });
      if (response && (isRetry || !isTemporary(response))) {
        checkUsable(response, toTask(method, path));
        return response;
      }
      await delay(RETRY_MS);
    }
  }

  async function sendOnce(method: string, url: URL, body: Uint8Array = new Uint8Array()): Promise<Response> {
    const credentials = await readCredentials();
    if (!credentials) throw new S3UnavailableError("The credentials for IMAGES_URL are missing.", { isRefused: true });
    const headers = { "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") };
    const signed = await new AwsV4Signer({
      ...{ method, headers, region, service: "s3", url: url.href },
      ...credentials,
    }).sign();
    const response = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body.length > 0 ? body : null,
      dispatcher: agent,
      signal: AbortSignal.timeout(LIMITS.totalMs),
    });
    return {
      status: response.statusCode,
      region: response.headers["x-amz-bucket-region"]?.toString(),
      body: await readBody(response.body, undefined),
    };
  }

  /** @throws {S3UnavailableError} for a response that any other request would get, too */
  function checkUsable(response: Response, task: string): void {
    const { status, region, body } = response;
    if (status < 300) return;
    const refusal = explainRefusal({ status, region, text: toText(body) }, { bucket, host, task });
    if (refusal !== null) throw new S3UnavailableError(refusal, { isRefused: true });
    if (isTemporary(response))
      throw new S3UnavailableError(`${host} responded with status ${status}.`, { isRefused: false });
  }

  function toError({ status, body }: Response, task: string): Error {
    const [, code = "no code"] = /<Code>(\w+)<\/Code>/.exec(toText(body)) ?? [];
    return new Error(`${host} responded with status ${status} (${code}) to ${task}.`);
  }

  const toPath = (name: string) => `/${prefix}${name}`;

  return {
    async put(name: string, bytes: Uint8Array): Promise<void> {
      const response = await send("PUT", toPath(name), bytes);
      if (response.status >= 300) throw toError(response, `storing ${name}`);
    },
    /** Returns an object; null if there is none. */
    async get(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
      const response = await send("GET", toPath(name));
      if (response.status === 404) return null;
      if (response.status !== 200) throw toError(response, `reading ${name}`);
      return response.body;
    },
    /** Returns up to `limit` names, at most 1000, with the given beginning. */
    async list(beginning: string, limit: number): Promise<string[]> {
      const query = new URLSearchParams({ "list-type": "2", "max-keys": `${limit}`, prefix: prefix + beginning });
      const response = await send("GET", `?${query}`);
      if (response.status !== 200) throw toError(response, "listing objects");
      const keys = toText(response.body).matchAll(/<Key>([^<]*)<\/Key>/g);
      return Array.from(keys, ([, key = ""]) => decodeXML(key).slice(prefix.length));
    },
    /** Deletes an object, if there is one. */
    async delete(name: string): Promise<void> {
      const response = await send("DELETE", toPath(name));
      if (response.status >= 300 && response.status !== 404) throw toError(response, `deleting ${name}`);
    },
    close: () => agent.destroy(),
  };
}

/** Returns what a request does to the bucket, as a part of a sentence. */
function toTask(method: string, path: string): string {
  if (method === "PUT") return "storing objects in";
  if (method === "DELETE") return "deleting objects from";
  return path.startsWith("?") ? "listing the objects of" : "reading objects from";
}

function isTemporary({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

function toUnavailable(error: unknown, url: URL): S3UnavailableError {
  if (error instanceof S3UnavailableError) return error;
  const { message } = toOutboundError(error, url, LIMITS);
  return new S3UnavailableError(message, { isRefused: false, cause: error });
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
