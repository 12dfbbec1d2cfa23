import { expect, it } from "vitest";
import { readOfficialAlerts } from "./officialAlerts.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const options = { minSeverity: "moderate", language: "en-US", now: NOW } as const;

interface Changes {
  head?: Record<string, string>;
  info?: Record<string, string>;
}

/** Returns a message in the format of CAP 1.2, section 3.2, with some elements replaced. */
function toMessage({ head = {}, info = {} }: Changes = {}): string {
  const elements = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join("");
  const heads = {
    ...{ identifier: "A1", sender: "w-nws.webmaster@noaa.gov", sent: "2026-11-23T05:00:00-06:00", status: "Actual" },
    ...{ msgType: "Alert", scope: "Public", ...head },
  };
  const infos = {
    ...{ category: "Met", event: "Flood Advisory", urgency: "Expected", severity: "Moderate", certainty: "Likely" },
    ...{ expires: "2026-11-23T15:00:00-06:00", senderName: "NWS Chicago IL", headline: "Flood Advisory until 3 PM" },
    ...{ web: "https://www.weather.gov/lot", ...info },
  };
  const area = "<area><areaDesc>Cook, IL</areaDesc></area><area><areaDesc>Will, IL</areaDesc></area>";
  return `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">${elements(heads)}<info>${elements(infos)}${area}</info></alert>`;
}

const toFeed = (...messages: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${messages.map((message) => `<entry><id>x</id><content type="text/xml">${message}</content></entry>`).join("")}</feed>`;

it("reads a message", () => {
  expect(readOfficialAlerts(toMessage(), options)).toEqual([
    {
      ...{ identifier: "A1", level: "weather", text: "Flood Advisory until 3 PM", sender: "NWS Chicago IL" },
      ...{ area: "Cook, IL; Will, IL", link: "https://www.weather.gov/lot" },
      ...{ from: "2026-11-23T11:00:00.000Z", until: "2026-11-23T21:00:00.000Z" },
    },
  ]);
});

it("reads the elements of messages in entries of the National Weather Service's Atom feeds", () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2"><entry>
    <id>https://api.weather.gov/alerts/urn:oid:2.49.0.1</id><title>Tornado Warning issued by NWS</title>
    <author><name>NWS</name></author><cap:event>Tornado Warning</cap:event><cap:sent>2026-11-23T05:50:00-06:00</cap:sent>
    <cap:effective>2026-11-23T05:50:00-06:00</cap:effective><cap:expires>2026-11-23T06:45:00-06:00</cap:expires>
    <cap:status>Actual</cap:status><cap:msgType>Alert</cap:msgType><cap:category>Met</cap:category>
    <cap:severity>Extreme</cap:severity><cap:areaDesc>DuPage</cap:areaDesc></entry></feed>`;
  expect(readOfficialAlerts(feed, options)).toMatchObject([
    {
      identifier: "https://api.weather.gov/alerts/urn:oid:2.49.0.1",
      text: "Tornado Warning",
      sender: "NWS",
      area: "DuPage",
    },
  ]);
});

it.each<[string, Changes]>([
  ["an expired message", { info: { expires: "2026-11-23T05:59:59-06:00" } }],
  ["an exercise", { head: { status: "Exercise" } }],
  ["a test", { head: { status: "Test" } }],
  ["a cancellation", { head: { msgType: "Cancel" } }],
  ["an acknowledgment", { head: { msgType: "Ack" } }],
  ["a restricted message", { head: { scope: "Restricted" } }],
  ["a minor one", { info: { severity: "Minor" } }],
  ["one of unknown severity", { info: { severity: "Unknown" } }],
  ["an all-clear", { info: { responseType: "AllClear" } }],
  ["one without an identifier", { head: { identifier: "" } }],
  ["one with an invalid time", { info: { expires: "tomorrow" } }],
])("leaves out %s", (_, changes) => {
  expect(readOfficialAlerts(toMessage(changes), options)).toEqual([]);
});

it("replaces a message with its update, and withdraws a canceled one", () => {
  const reference = (id: string) => `w-nws.webmaster@noaa.gov,${id},2026-11-23T05:00:00-06:00`;
  const update = toMessage({ head: { identifier: "A2", msgType: "Update", references: reference("A1") } });
  const cancel = toMessage({
    head: { identifier: "A3", msgType: "Cancel", references: `${reference("A1")} ${reference("A2")}` },
  });
  const read = (...messages: string[]) =>
    readOfficialAlerts(toFeed(...messages), options).map(({ identifier }) => identifier);
  expect(read(toMessage(), update)).toEqual(["A2"]);
  expect(read(toMessage(), update, cancel)).toEqual([]);
});

it("uses the event for a long headline, a day for a missing end, and the texts in the edition's language", () => {
  const [long] = readOfficialAlerts(
    toMessage({ info: { headline: "a".repeat(200), web: "javascript:alert(1)" } }),
    options,
  );
  expect(long).toMatchObject({ text: "Flood Advisory", link: null });
  const endless = toMessage().replace(/<expires>.*?<\/expires>/, "");
  expect(readOfficialAlerts(endless, options)).toMatchObject([{ until: "2026-11-24T11:00:00.000Z" }]);
  const spanish =
    "<info><language>es-US</language><category>Met</category><event>Aviso</event><severity>Severe</severity></info>";
  const both = toMessage({ info: { language: "en-US" } }).replace("</alert>", `${spanish}</alert>`);
  expect(readOfficialAlerts(both, { ...options, language: "es" })).toMatchObject([{ text: "Aviso", area: "" }]);
  expect(readOfficialAlerts(both, options)).toMatchObject([{ text: "Flood Advisory until 3 PM" }]);
});

it("rejects other documents", () => {
  for (const source of ["", "<html></html>", "{}"])
    expect(() => readOfficialAlerts(source, options)).toThrow("neither a CAP message nor an Atom feed");
});
