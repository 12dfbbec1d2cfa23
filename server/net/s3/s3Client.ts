import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { decodeXML } from "entities";
import { Agent, type Dispatcher, request } from "undici";
import { type TimeLimits, toOutboundError } from "../outboundError.ts";
import type { Credentials } from "./credentials.ts";
import { type S3Location, toBucketUrl } from "./location.ts";
import { explainRefusal, S3UnavailableError } from "./refusals.ts";

interface Options {
  location: S3Location;
  region: string;
  /** Called for each request, so that new keys in a file need no restart. */
  readCredentials: () => Promise<Credentials | null>;
  limits?: TimeLimits;
}

/** An object whose content is arriving. */
export interface LoadingObject {
  /** Fails with an `S3UnavailableError` if the content does not arrive completely. */
  content: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Size of the content in bytes; null if the storage does not state it. */
  size: number | null;
}

interface S3Response {
  status: number;
  region: string | undefined;
  /** Body of an error response; "" below status 300. */
  explanation: string;
  size: number | null;
  /** Body of the response. Below status 300, the caller must read it to its end. */
  body: Dispatcher.ResponseData["body"];
}

/**
 * Time limits per attempt. `headersMs` is also the longest pause within a body. `totalMs` includes the body. `totalMs`
 * is long, since a slow body does not mean an outage: many readers may share the network.
 */
const LIMITS: TimeLimits = { connectMs: 3000, headersMs: 5000, totalMs: 60_000 };
/** Delay, in ms, before the only retry, which follows connection errors and responses with 429 or 5xx. */
const RETRY_MS = 200;

/**
 * Opens a client for the objects of a location. All names are relative to the location's prefix. All methods throw an
 * `S3UnavailableError` if the storage is unavailable or denies access, and an `Error` for any other error response.
 */
export function openS3Client({ location, region, readCredentials, limits = LIMITS }: Options) {
  const { bucket, prefix } = location;
  const bucketUrl = toBucketUrl(location, region);
  const { host } = new URL(bucketUrl);
  const options: Agent.Options = {
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.headersMs,
  };
  const agent = new Agent(options);
  /**
   * Agent for retries. It opens a new connection for each request. On a slow network, the storage may have closed all
   * idle connections of `agent`. A retry on such a connection would fail like the first attempt.
   */
  const retryAgent = new Agent({ ...options, pipelining: 0 });

  /** @param path the part after the bucket's URL: a slash and a name, or a query */
  async function send(method: "GET" | "PUT" | "DELETE", path: string, body?: Uint8Array): Promise<S3Response> {
    const url = new URL(bucketUrl + path);
    for (let isRetry = false; ; isRetry = true) {
      const dispatcher = isRetry ? retryAgent : agent;
      const response = await sendAttempt(dispatcher, method, url, body).catch((error) => {
        if (isRetry || error instanceof S3UnavailableError) throw toUnavailable(error);
      });
      if (response && (isRetry || !isTemporary(response))) {
        checkUsable(response, toTask(method, path));
        return response;
      }
      await delay(RETRY_MS);
    }
  }

  async function sendAttempt(
    dispatcher: Dispatcher,
    method: string,
    url: URL,
    body: Uint8Array = new Uint8Array(),
  ): Promise<S3Response> {
    const credentials = await readCredentials().catch((error: Error) => {
      throw new S3UnavailableError(error.message, { isRefused: true });
    });
    if (!credentials) throw new S3UnavailableError("The credentials for IMAGES_URL are missing.", { isRefused: true });
    const headers = { "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") };
    const signed = await new AwsV4Signer({
      method,
      headers,
      region,
      service: "s3",
      url: url.href,
      ...credentials,
    }).sign();
    const response = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body.length > 0 ? body : null,
      dispatcher,
      signal: AbortSignal.timeout(limits.totalMs),
    });
    const { statusCode: status, headers: received } = response;
    return {
      status,
      region: received["x-amz-bucket-region"]?.toString(),
      explanation: status < 300 ? "" : await response.body.text(),
      size: Number(received["content-length"]) || null,
      body: response.body,
    };
  }

  /** @throws {S3UnavailableError} if the storage denied access (refusals.ts) or reported a temporary fault */
  function checkUsable(response: S3Response, task: string): void {
    const { status, region, explanation } = response;
    if (status < 300) return;
    const refusal = explainRefusal({ status, region, text: explanation }, { bucket, host, task });
    if (refusal !== null) throw new S3UnavailableError(refusal, { isRefused: true });
    if (isTemporary(response))
      throw new S3UnavailableError(`${host} responded with status ${status}.`, { isRefused: false });
  }

  function toError({ status, explanation }: S3Response, task: string): Error {
    const [, code = "no code"] = /<Code>(\w+)<\/Code>/.exec(explanation) ?? [];
    return new Error(`${host} responded with status ${status} (${code}) to ${task}.`);
  }

  function toUnavailable(error: unknown): S3UnavailableError {
    if (error instanceof S3UnavailableError) return error;
    const { message } = toOutboundError(error, new URL(bucketUrl), limits);
    return new S3UnavailableError(message, { isRefused: false, cause: error });
  }

  function openContent({ body }: S3Response): LoadingObject["content"] {
    const chunks = body[Symbol.asyncIterator]();
    return new ReadableStream({
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          controller.error(toUnavailable(error));
        }
      },
      cancel: () => void body.destroy(),
    });
  }

  const toPath = (name: string) => `/${prefix}${name}`;

  return {
    async put(name: string, bytes: Uint8Array): Promise<void> {
      const response = await send("PUT", toPath(name), bytes);
      if (response.status >= 300) throw toError(response, `storing ${name}`);
      await response.body.dump();
    },
    /**
     * Starts reading an object; returns null if it does not exist. The caller must read the content to its end or
     * cancel it.
     */
    async get(name: string): Promise<LoadingObject | null> {
      const response = await send("GET", toPath(name));
      if (response.status === 404) return null;
      if (response.status !== 200) throw toError(response, `reading ${name}`);
      return { content: openContent(response), size: response.size };
    },
    /** Returns up to `limit` names (at most 1000) that start with `beginning`. */
    async list(beginning: string, limit: number): Promise<string[]> {
      const query = new URLSearchParams({ "list-type": "2", "max-keys": `${limit}`, prefix: prefix + beginning });
      const response = await send("GET", `?${query}`);
      if (response.status !== 200) throw toError(response, "listing objects");
      const found = await text(openContent(response));
      const keys = found.matchAll(/<Key>([^<]*)<\/Key>/g);
      return Array.from(keys, ([, key = ""]) => decodeXML(key).slice(prefix.length));
    },
    /** Deletes an object. Does nothing if the object does not exist. */
    async delete(name: string): Promise<void> {
      const response = await send("DELETE", toPath(name));
      if (response.status >= 300 && response.status !== 404) throw toError(response, `deleting ${name}`);
      if (response.status < 300) await response.body.dump();
    },
    async close(): Promise<void> {
      await Promise.all([agent.destroy(), retryAgent.destroy()]);
    },
  };
}

/** Returns the task of a request, such as "storing objects in". The caller adds the bucket's name. */
function toTask(method: string, path: string): string {
  if (method === "PUT") return "storing objects in";
  if (method === "DELETE") return "deleting objects from";
  return path.startsWith("?") ? "listing the objects of" : "reading objects from";
}

function isTemporary({ status }: S3Response): boolean {
  return status === 429 || status >= 500;
}
