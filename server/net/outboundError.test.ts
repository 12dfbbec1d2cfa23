import { expect, it } from "vitest";
import { toOutboundError } from "./outboundError.ts";

const LIMITS = { connectMs: 1000, headersMs: 2000, totalMs: 30_000 };
const explain = (error: unknown) => toOutboundError(error, new URL("https://news.example:8443/feed"), LIMITS).message;

it("explains a request that took too long, and one that was ended, whose errors have a number as their code", () => {
  expect(explain(new DOMException("The operation timed out.", "TimeoutError"))).toBe(
    "news.example:8443 did not finish within 30 s.",
  );
  const { reason } = AbortSignal.abort();
  expect(explain(reason)).toBe("news.example:8443: This operation was aborted.");
});

it("tells errors of name servers from those of the host", () => {
  const toError = (code: string, syscall: string) => Object.assign(new Error("long text"), { code, syscall });
  const unresolved = "The host name news.example could not be resolved: no name server responds.";
  for (const code of ["ESERVFAIL", "ETIMEOUT", "ECONNREFUSED"])
    expect(explain(toError(code, "queryA"))).toBe(unresolved);
  expect(explain(toError("EAI_AGAIN", "getaddrinfo"))).toBe(unresolved);
  expect(explain(toError("ENOTFOUND", "queryA"))).toBe("The host name news.example does not exist.");
  expect(explain(toError("ECONNREFUSED", "connect"))).toBe("news.example:8443 refused the connection.");
});

it("explains errors of connections, and of TLS by their reason", () => {
  const toError = (code: string, more = {}) => Object.assign(new Error("long text"), { code, ...more });
  expect(explain(toError("ECONNREFUSED"))).toBe("news.example:8443 refused the connection.");
  expect(explain(toError("ERR_SSL_WRONG_VERSION_NUMBER", { reason: "wrong version number" }))).toBe(
    "news.example:8443 failed to set up an HTTPS connection: wrong version number.",
  );
});
