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

it("explains errors of connections, and of TLS by their reason", () => {
  const toError = (code: string, more = {}) => Object.assign(new Error("long text"), { code, ...more });
  expect(explain(toError("ECONNREFUSED"))).toBe("news.example:8443 refused the connection.");
  expect(explain(toError("ERR_SSL_WRONG_VERSION_NUMBER", { reason: "wrong version number" }))).toBe(
    "news.example:8443 failed to set up an HTTPS connection: wrong version number.",
  );
});
