import { expect, it } from "vitest";
import type { FeedState } from "../store/feeds.ts";
import { getHealth } from "./sources.ts";

const polled = { lastAttemptAt: "2025-04-17T12:00:00.000Z", lastError: null, transport: "direct" };

it.each([
  ["new", undefined],
  ["new", { lastAttemptAt: null }],
  ["working", polled],
  ["relayed", { ...polled, transport: "wrapper relay.example" }],
  ["failing", { ...polled, lastError: "timeout", lastSuccessAt: "2025-04-16T12:00:00.000Z", lastStatus: 503 }],
  ["silent", { ...polled, lastError: "timeout", lastSuccessAt: null, lastStatus: null }],
  ["closed", { ...polled, lastError: "gone", lastSuccessAt: "2025-04-16T12:00:00.000Z", lastStatus: 410 }],
])("finds a feed %s", (health, state) => {
  expect(getHealth(state as FeedState | undefined)).toBe(health);
  expect(getHealth(state as FeedState | undefined, true)).toBe("takenDown");
});
