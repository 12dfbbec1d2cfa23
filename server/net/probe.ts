import { lookup } from "node:dns/promises";
import { Agent, request as requestHttp } from "node:http";
import { request as requestHttps, Agent as SecureAgent } from "node:https";
import { networkInterfaces } from "node:os";
import type { TLSSocket } from "node:tls";

/** Response to a request that an operator's command sends to the site itself. */
export interface ProbeResponse {
  status: number;
  /** Value of the Date header; null if it is missing or invalid. */
  date: Date | null;
  body: string;
  /** Value of the Location header; null if it is missing. */
  location: string | null;
  /** Address from which the request was sent. */
  localAddress: string;
  /** Certificate of the site; undefined without TLS, and for a request with `isOfMany`. */
  certificate?: {
    expiresAt: Date;
    /** Reason for which clients reject the certificate; null if they accept it. */
    fault: string | null;
  };
}

/** Longest body that is read by default, in characters. */
const MAX_BODY = 256 * 1024;

interface ProbeOptions {
  method?: "GET" | "HEAD";
  headers?: Record<string, string>;
  socketPath?: string | undefined;
  /** Longest body that is read, in characters. */
  maxBody?: number;
  /** True for one of many requests, which share connections. The response then has no `certificate`. */
  isOfMany?: boolean;
}

const agent = new Agent({ keepAlive: true });
const secureAgent = new SecureAgent({ keepAlive: true, rejectUnauthorized: false });

/**
 * Sends a request to the operator's own site, which may have a private address and an invalid certificate. Follows no
 * redirect.
 *
 * @throws {Error} if there is no response in time
 */
export async function probe(
  url: string,
  timeoutMs: number,
  { method = "GET", headers = {}, socketPath, maxBody = MAX_BODY, isOfMany = false }: ProbeOptions = {},
): Promise<ProbeResponse> {
  const isSecure = url.startsWith("https:");
  const signal = AbortSignal.timeout(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<ProbeResponse>();
  const shared = isSecure ? secureAgent : agent;
  const options = { method, headers, signal, agent: isOfMany && shared, ...(socketPath && { socketPath }) };
  const sent = isSecure ? requestHttps(url, { ...options, rejectUnauthorized: false }) : requestHttp(url, options);
  sent.on("error", (error) => reject(signal.aborted ? new Error(`no response within ${timeoutMs / 1000} s`) : error));
  sent.on("response", (response) => {
    const { socket } = response;
    const found = isSecure && !isOfMany ? readCertificate(socket as TLSSocket) : undefined;
    const localAddress = socket.localAddress ?? "";
    let body = "";
    response.setEncoding("utf8").on("data", (chunk: string) => {
      body = (body + chunk).slice(0, maxBody);
    });
    response.on("error", reject).on("end", () => {
      const date = new Date(response.headers.date ?? "");
      resolve({
        status: response.statusCode ?? 0,
        date: Number.isNaN(date.getTime()) ? null : date,
        body,
        location: response.headers.location ?? null,
        localAddress,
        ...(found && { certificate: found }),
      });
    });
  });
  sent.end();
  return promise;
}

function readCertificate(socket: TLSSocket): NonNullable<ProbeResponse["certificate"]> {
  const fault = socket.authorized ? null : String(socket.authorizationError);
  return { expiresAt: new Date(socket.getPeerCertificate().valid_to), fault };
}

/** Returns the addresses of a host name. @throws {Error} with a `code` if there are none */
export async function listAddresses(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

export function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
}
