import { afterAll, expect, it } from "vitest";
import { listHostileCalendars } from "../../tests/support/hostileDocuments.ts";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import { openParsers } from "../isolation/parsers.ts";
import { CALENDAR_PARSER } from "./poll.ts";

const WINDOW = { from: Date.parse("2026-11-01"), until: Date.parse("2027-01-01"), timeZone: "America/Chicago" };
const USUAL = Buffer.from(
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:The\u202e fair\r\nDTSTART:20261205T120000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
);
const [WITHOUT_ENDS, LARGE_TITLE, ENDLESS] = listHostileCalendars(3_000_000).map(({ body }) => Buffer.from(body));

/** Time limit, in ms, for parsing the endless calendar. The test takes this much CPU time. */
const SHORT_MS = scaleLimit(1000);

const parsers = openParsers();
const read = (body: Uint8Array = USUAL, timeoutMs = CALENDAR_PARSER.timeoutMs) =>
  parsers.parse({ ...CALENDAR_PARSER, timeoutMs }, WINDOW, body);

afterAll(parsers.close);

it("reads calendars in a second child while one takes its time", async () => {
  // Starts both child processes first, since a start may take longer than the short limit.
  await Promise.all([read(), read()]);
  const order: string[] = [];
  const endless = read(ENDLESS, SHORT_MS).catch(({ message }: Error) => order.push(message));
  for (let count = 0; count < 3; count++) order.push(...(await read()).events.map(({ title }) => title));
  await endless;
  // The machine's speed determines which limit ends the endless calendar first.
  const limit = expect.stringMatching(
    /^Parsing the calendar (took longer than [\d.]+ s|needed more than 128 MB of memory)\.$/,
  );
  expect(order).toEqual(["The fair", "The fair", "The fair", limit]);
});

it("rejects events without ends, and cuts large texts", async () => {
  await expect(read(WITHOUT_ENDS)).rejects.toThrow("The response is not an iCalendar file");
  const { events } = await read(Buffer.from(String(LARGE_TITLE).replace("20200201T", "20261205T")));
  expect(events[0]?.title).toMatch(/^(a ){149}a ?…$/);
});

it("shortens errors that quote the document", async () => {
  const error: Error = await read(Buffer.from("x".repeat(1_000_000))).catch((error) => error);
  expect(error.message.length).toBe(500);
});
