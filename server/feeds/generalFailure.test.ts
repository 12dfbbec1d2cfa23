import { describe, expect, it } from "vitest";
import { listUnreachableFeeds } from "./generalFailure.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 3, 20, hour)).toISOString();

interface Poll {
  /** Hour of the last success; undefined for none. `attempt` is the hour of the last attempt. */
  success?: number;
  attempt: number;
  status?: number;
  intervalMinutes?: number;
}

/** Creates a feed whose host is the first letter of `name`. The feed has failed unless `success` equals `attempt`. */
function feed(name: string, { success, attempt, status, intervalMinutes = 15 }: Poll) {
  return {
    url: `https://${name.slice(0, 1)}.example/${name}`,
    lastAttemptAt: at(attempt),
    lastSuccessAt: success === undefined ? null : at(success),
    failures: success === attempt ? 0 : 3,
    lastStatus: success === attempt ? 200 : (status ?? null),
    intervalMinutes,
  };
}

const LOST = { success: 8, attempt: 12 };
const FINE = { success: 12, attempt: 12 };

describe("listUnreachableFeeds", () => {
  it.each<[string, Record<string, Poll>, string[]]>([
    ["all hosts", { a: LOST, b: LOST, c: LOST }, ["a", "b", "c"]],
    ["all hosts since the first start", { a: { attempt: 1 }, b: { attempt: 2 } }, ["a", "b"]],
    ["no host", { a: FINE, b: FINE, c: FINE }, []],
    ["all feeds of the only host", { a1: LOST, a2: LOST }, []],
    ["one host of several", { a1: LOST, a2: LOST, a3: LOST, b: FINE, c: FINE }, []],
    ["a minority of hosts, each for its own reason", { a: LOST, b: LOST, c: FINE, d: FINE, e: FINE }, []],
    ["all hosts but one in the newsroom", { a: LOST, b: LOST, c: LOST, d: LOST, e: FINE }, ["a", "b", "c", "d"]],
    ["most hosts, while others respond with errors", { a: LOST, b: LOST, c: { ...LOST, status: 500 } }, ["a", "b"]],
    ["half of the hosts, while the others respond with errors", { a: LOST, b: { ...LOST, status: 404 } }, []],
    ["a host whose other feed responds with an error", { a1: LOST, a2: { ...LOST, status: 500 }, b: LOST }, []],
    [
      "hosts that were polled, while quiet feeds were not due",
      {
        a: LOST,
        b: LOST,
        c: { success: 7, attempt: 7, intervalMinutes: 360 },
        d: { ...FINE, success: 7, attempt: 7, intervalMinutes: 360 },
      },
      ["a", "b"],
    ],
    [
      "few hosts so far, while frequent feeds are not due",
      { a: LOST, b: LOST, c: { success: 8, attempt: 8 }, d: { success: 8, attempt: 8 } },
      [],
    ],
    ["hosts that failed before the others succeeded", { a: { attempt: 9 }, b: { attempt: 9 }, c: FINE, d: FINE }, []],
  ])("finds what a failure of %s makes unreachable", (_name, feeds, expected) => {
    const found = listUnreachableFeeds(Object.entries(feeds).map(([name, poll]) => feed(name, poll)));
    expect(found.map(({ url }) => url.split("/").at(-1))).toEqual(expected);
  });
});
