import { expect, it } from "vitest";
import { completeRights } from "../editions/schema/rights.ts";
import type { FeedState } from "../store/feeds/feedState.ts";
import { describeRights, getFeedHealth } from "./sources.ts";

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
  expect(getFeedHealth(state as FeedState | undefined)).toBe(health);
  expect(getFeedHealth(state as FeedState | undefined, true)).toBe("takenDown");
});

it.each([
  [{}, "We show headlines, summaries and photos, and link each story to the original."],
  [
    { text: "none", images: "none", keepDays: 1, mail: false } as const,
    "We show headlines, and link each story to the original. We delete its stories after one day. Its stories are not in our briefing.",
  ],
  [
    { text: "full", images: "link", keepDays: 30 } as const,
    "We show headlines, full stories and links to photos, and link each story to the original. We delete its stories after 30 days.",
  ],
])("describes what is taken with the rights %j", (rights, words) => {
  expect(describeRights(completeRights({}, rights), "en-US")).toBe(words);
});
