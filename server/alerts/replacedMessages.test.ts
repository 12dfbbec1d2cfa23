import { expect, it } from "vitest";
import { listReplaced } from "./replacedMessages.ts";

const [EARLY, LATE] = ["2026-11-23T11:00:00.000Z", "2026-11-23T12:00:00.000Z"] as const;
const FIRST = { sender: "nws@noaa.example", identifier: "A1", sent: EARLY };

/** Returns the keys of the messages that an update of `FIRST` replaces. `changes` overrides fields of the update. */
function replaceBy(changes: Partial<Parameters<typeof listReplaced>[0][number]>): string[] {
  const update = { ...FIRST, identifier: "A2", sent: LATE, status: "actual", type: "update", scope: "public" };
  return [...listReplaced([{ ...update, references: [FIRST], ...changes }])];
}

it.each([{}, { type: "cancel" }, { sent: EARLY }])("replaces the message of a public %o", (changes) => {
  expect(replaceBy(changes)).toEqual([JSON.stringify(["nws@noaa.example", "A1", EARLY])]);
});

it.each<Parameters<typeof replaceBy>>([
  ...["test", "exercise", "draft", "system", ""].map((status) => [{ status }] as [object]),
  ...["alert", "ack", "error", ""].map((type) => [{ type }] as [object]),
  ...["private", "restricted", ""].map((scope) => [{ scope }] as [object]),
  [{ sender: "mallory@oak.example" }],
  [{ references: [{ ...FIRST, sender: "police@oak.example" }] }],
  [{ ...FIRST }],
  [{ references: [{ ...FIRST, sent: "2026-11-23T13:00:00.000Z" }] }],
])("replaces nothing by %o", (changes) => {
  expect(replaceBy(changes)).toEqual([]);
});

it("replaces all messages that one refers to", () => {
  expect(replaceBy({ type: "cancel", references: [FIRST, { ...FIRST, identifier: "A0" }] })).toHaveLength(2);
});
