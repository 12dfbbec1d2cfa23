/** Thrown by the outbound client. The message is one plain sentence for logs and operators. */
export class OutboundError extends Error {
  override name = "OutboundError";
}

/** Time limits for one request. */
export interface TimeLimits {
  connectMs: number;
  headersMs: number;
  totalMs: number;
}

/** Codes of c-ares for name servers that fail, cannot be reached or reject queries. */
const DNS_FAILURES = ["ESERVFAIL", "ETIMEOUT", "ECONNREFUSED", "EREFUSED"];

/** Converts an error of undici, a socket or DNS to an `OutboundError` whose message names the host. */
export function toOutboundError(error: unknown, url: URL, limits: TimeLimits): OutboundError {
  if (error instanceof OutboundError) return error;
  const { name, message, syscall, reason, cause } = error as NodeJS.ErrnoException & {
    reason?: string;
    cause?: unknown;
  };
  // Converts the code to text, since the error of an aborted signal has a numeric code.
  const code = String((error as NodeJS.ErrnoException).code);
  if (cause instanceof OutboundError) return cause;
  const { host, hostname } = url;
  const unresolved = `The host name ${hostname} could not be resolved: no name server responds.`;
  const messages: Record<string, string> = {
    ENOTFOUND: `The host name ${hostname} does not exist.`,
    EAI_AGAIN: unresolved,
    ECONNREFUSED: `${host} refused the connection.`,
    ECONNRESET: `${host} closed the connection.`,
    UND_ERR_SOCKET: `${host} closed the connection.`,
    UND_ERR_CONNECT_TIMEOUT: `${host} did not accept the connection within ${limits.connectMs / 1000} s.`,
    UND_ERR_HEADERS_TIMEOUT: `${host} did not respond within ${limits.headersMs / 1000} s.`,
    UND_ERR_BODY_TIMEOUT: `${host} stopped sending before the end of the response.`,
    UND_ERR_HEADERS_OVERFLOW: `${host} sent headers that are too large.`,
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: `${host} sent less than its Content-Length.`,
  };
  // With DNS_SERVERS, errors of name servers have the same codes as errors of connections, but another system call.
  if (syscall?.startsWith("query") && DNS_FAILURES.includes(code))
    return new OutboundError(unresolved, { cause: error });
  const known = name === "TimeoutError" ? `${host} did not finish within ${limits.totalMs / 1000} s.` : messages[code];
  // Replaces OpenSSL's own messages, which contain memory addresses and names of source files.
  const tls = code.startsWith("ERR_SSL_") && `${host} failed to set up an HTTPS connection: ${reason ?? code}.`;
  return new OutboundError(known ?? (tls || `${host}: ${message}.`), { cause: error });
}
