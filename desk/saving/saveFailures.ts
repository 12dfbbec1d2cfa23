import { RequestError } from "../api.ts";
import type { SaveState } from "./saveState.ts";

/** Statuses of a desk that can't be reached, also of the proxy before it. */
const UNREACHABLE = [0, 502, 503, 504];
/** Too many requests, and no answer in time. */
const TEMPORARY = [408, 429];

interface Failure {
  problem: Extract<SaveState, { type: "offline" | "failed" | "signed out" }>;
  /** True if the same request may succeed later. Otherwise the desk has refused the content, and done nothing. */
  isRetried: boolean;
}

/** Decides how saving goes on after a request failed. */
export function readFailure(error: unknown): Failure {
  // An answer that is no JSON, such as the sign-in page of a network, is none of the desk.
  if (!(error instanceof RequestError)) return { problem: { type: "offline" }, isRetried: true };
  const { status, message } = error;
  if (status === 401) return { problem: { type: "signed out" }, isRetried: true };
  if (UNREACHABLE.includes(status)) return { problem: { type: "offline" }, isRetried: true };
  return { problem: { type: "failed", why: message }, isRetried: status >= 500 || TEMPORARY.includes(status) };
}
