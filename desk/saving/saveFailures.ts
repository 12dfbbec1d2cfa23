import { RequestError } from "../api.ts";
import type { SaveState } from "./saveState.ts";

/** Statuses of a desk that can't be reached: 0 without a response, the others from a proxy in front of the desk. */
const UNREACHABLE = [0, 502, 503, 504];
/** Statuses of a request that timed out (408) or came too often (429). */
const TEMPORARY = [408, 429];

interface Failure {
  problem: Extract<SaveState, { type: "offline" | "failed" | "signed out" }>;
  /** True if the same request may succeed later. False if the desk has rejected the content and stored nothing. */
  isRetried: boolean;
}

/** Decides how saving continues after a failed request. */
export function readFailure(error: unknown): Failure {
  // A response that is not JSON comes from another server, such as the sign-in page of a Wi-Fi network.
  if (!(error instanceof RequestError)) return { problem: { type: "offline" }, isRetried: true };
  const { status, message } = error;
  if (status === 401) return { problem: { type: "signed out" }, isRetried: true };
  if (UNREACHABLE.includes(status)) return { problem: { type: "offline" }, isRetried: true };
  return { problem: { type: "failed", why: message }, isRetried: status >= 500 || TEMPORARY.includes(status) };
}
