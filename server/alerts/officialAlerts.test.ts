import { expect, it } from "vitest";
import { type CapChanges, toCapFeed, toCapMessage } from "../../tests/support/capMessages.ts";
import { readCapMessages } from "./capMessages.ts";
import { selectAlerts } from "./officialAlerts.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const options = { minSeverity: "moderate", language: "en-US", now: NOW } as const;

type Options = Parameters<typeof selectAlerts>[1] & { url?: string };
const readOfficialAlerts = (source: string, { url, ...choice }: Options) =>
  selectAlerts(readCapMessages(source, url ?? null), choice);

it("reads a message", () => {
  expect(readOfficialAlerts(toCapMessage(), options)).toEqual([
    {
      key: expect.stringContaining('["w-nws.webmaster@noaa.gov","A1","2026-11-23T11:00:00.000Z",'),
      identifier: "A1",
      level: "weather",
      text: "Flood Advisory until 3 PM",
      sender: "NWS Chicago IL",
      area: "Cook, IL; Will, IL",
      link: "https://www.weather.gov/lot",
      from: "2026-11-23T11:00:00.000Z",
      until: "2026-11-23T21:00:00.000Z",
    },
  ]);
});

it("reads the elements of messages in entries of the National Weather Service's Atom feeds", () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2"><entry>
    <id>https://api.weather.gov/alerts/urn:oid:2.49.0.1</id><title>Tornado Warning issued by NWS</title>
    <author><name>NWS</name></author><cap:event>Tornado Warning</cap:event><cap:sent>2026-11-23T05:50:00-06:00</cap:sent>
    <cap:effective>2026-11-23T05:50:00-06:00</cap:effective><cap:expires>2026-11-23T06:45:00-06:00</cap:expires>
    <cap:status>Actual</cap:status><cap:msgType>Alert</cap:msgType><cap:category>Met</cap:category>
    <link href="/alerts/urn:oid:2.49.0.1"/>
    <cap:severity>Extreme</cap:severity><cap:areaDesc>DuPage</cap:areaDesc></entry></feed>`;
  expect(readOfficialAlerts(feed, { ...options, url: "https://api.weather.gov/alerts/active.atom" })).toMatchObject([
    {
      link: "https://api.weather.gov/alerts/urn:oid:2.49.0.1",
      level: "weather",
      identifier: "https://api.weather.gov/alerts/urn:oid:2.49.0.1",
      text: "Tornado Warning",
      sender: "NWS",
      area: "DuPage",
    },
  ]);
});

it.each<[string, CapChanges]>([
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
  ["one whose end has a year of more than four digits", { info: { expires: "+275760-09-13T00:00:00Z" } }],
  ["one with an endless time", { info: { expires: "T".repeat(80_000) } }],
  ["one without a scope", { head: { scope: "" } }],
  ["one with an invalid time", { info: { expires: "tomorrow" } }],
])("leaves out %s", (_, changes) => {
  expect(readOfficialAlerts(toCapMessage(changes), options)).toEqual([]);
});

it("replaces a message with its update, and withdraws a canceled one", () => {
  const reference = (id: string) => `w-nws.webmaster@noaa.gov,${id},2026-11-23T05:00:00-06:00`;
  const update = toCapMessage({ head: { identifier: "A2", msgType: "Update", references: reference("A1") } });
  const cancel = toCapMessage({
    head: { identifier: "A3", msgType: "Cancel", references: `${reference("A1")} ${reference("A2")}` },
  });
  const read = (...messages: string[]) =>
    readOfficialAlerts(toCapFeed(...messages), options).map(({ identifier }) => identifier);
  expect(read(toCapMessage(), update)).toEqual(["A2"]);
  expect(read(toCapMessage(), update, cancel)).toEqual([]);
});

it("uses the event for a long headline, a day for a missing end, and the texts in the edition's language", () => {
  const [long] = readOfficialAlerts(
    toCapMessage({ info: { headline: "a".repeat(200), web: "javascript:alert(1)" } }),
    options,
  );
  expect(long).toMatchObject({ text: "Flood Advisory", link: null });
  const endless = toCapMessage().replace(/<expires>.*?<\/expires>/, "");
  expect(readOfficialAlerts(endless, options)).toMatchObject([{ until: "2026-11-24T11:00:00.000Z" }]);
  const spanish =
    "<info><language>es-US</language><category>Met</category><event>Aviso</event><severity>Severe</severity></info>";
  const both = toCapMessage({ info: { language: "en-US" } }).replace("</alert>", `${spanish}</alert>`);
  expect(readOfficialAlerts(both, { ...options, language: "es" })).toMatchObject([{ text: "Aviso", area: "" }]);
  expect(readOfficialAlerts(both, options)).toMatchObject([{ text: "Flood Advisory until 3 PM" }]);
});

/** Returns a CAP message with one `info` per argument. A text is an area and an event, such as "Oak County: Flood". */
function toInfos(...infos: [text: string, severity: string, elements?: string][]): string {
  const end = "<expires>2026-11-23T15:00:00-06:00</expires>";
  const parts = infos.map(([text, severity, elements = ""]) => {
    const [area, event] = text.split(": ");
    return `<info>${elements}<event>${event}</event><severity>${severity}</severity>${end}<area><areaDesc>${area}</areaDesc></area></info>`;
  });
  return toCapMessage().replace(/<info>.*<\/info>/, parts.join(""));
}

it("reads every info in the language, each with its severity, area and response", () => {
  const clear = "<responseType>AllClear</responseType>";
  const source = toInfos(
    ["Oak County: Flood", "Severe", clear],
    ["Elm County: Flood", "Severe"],
    ["Ash County: Flood", "Severe"],
    ["Fir County: Storm", "Extreme"],
    ["Bay County: Fog", "Minor"],
    ["Condado de Elm: Inundación", "Severe", "<language>es-US</language>"],
  );
  expect(readOfficialAlerts(source, options).map(({ text, area }) => [text, area])).toEqual([
    ["Storm", "Fir County"],
    ["Flood", "Elm County; Ash County"],
  ]);
  expect(readOfficialAlerts(source, { ...options, language: "es" })).toMatchObject([{ area: "Condado de Elm" }]);
});

it.each([
  ["<category>Met</category>", "Extreme", "weather"],
  ["<category>Fire</category><category>Met</category>", "Severe", "weather"],
  ["<category>Fire</category>", "Moderate", "breaking"],
  ["", "Extreme", "breaking"],
  ["", "Severe", "weather"],
])("takes the level from the category, or else from the severity: %s %s", (category, severity, level) => {
  expect(readOfficialAlerts(toInfos(["Elm: Flood", severity, category]), options)).toMatchObject([{ level }]);
});

it("shows an all-clear as an alert if it calls for shelter, too", () => {
  const types = "<responseType>AllClear</responseType><responseType>Shelter</responseType>";
  expect(readOfficialAlerts(toInfos(["Elm: Flood", "Severe", types]), options)).toHaveLength(1);
});

it("merges MeteoAlarm's entries for the areas of a message, and links the page of its region", () => {
  const toEntry = (area: string, index: number) => `<entry>
    <cap:geocode><valueName>EMMA_ID</valueName><value>UK00${index}</value></cap:geocode>
    <link href="https://meteoalarm.org/warnings?uuid=3ec5,0,${index}" hreflang="en" title="${area}"/>
    <cap:areaDesc>${area}</cap:areaDesc><cap:event>Yellow wind warning</cap:event>
    <cap:sent>2026-11-23T10:01:26+00:00</cap:sent><cap:expires>2026-11-23T23:59:59+00:00</cap:expires>
    <cap:effective>2026-11-23T10:40:36+00:00</cap:effective><cap:onset>2026-11-23T12:00:00+00:00</cap:onset>
    <cap:certainty>Possible</cap:certainty><cap:severity>Moderate</cap:severity><cap:urgency>Immediate</cap:urgency>
    <cap:scope>Public</cap:scope><cap:message_type>Update</cap:message_type><cap:status>Actual</cap:status>
    <cap:identifier>2.49.0.0.826.0.GB_261123</cap:identifier>
    <link href="https://feeds.meteoalarm.example/api/3ec5" type="application/cap+xml"/>
    <author><name>meteoalarm.org</name></author><published>2026-11-23T10:01:26Z</published>
    <id>https://feeds.meteoalarm.example/api/3ec5?index_area=${index}</id>
    <title>Yellow Wind Warning issued for United Kingdom - ${area}</title></entry>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
    ${["Grampian", "Strathclyde"].map(toEntry).join("")}</feed>`;
  expect(readOfficialAlerts(feed, options)).toMatchObject([
    {
      identifier: "2.49.0.0.826.0.GB_261123",
      level: "weather",
      text: "Yellow wind warning",
      sender: "meteoalarm.org",
      area: "Grampian; Strathclyde",
      link: "https://meteoalarm.org/warnings?uuid=3ec5,0,0",
    },
  ]);
  const both = feed.replace("Yellow wind", "Gelbe Wind-").replace('hreflang="en"', 'hreflang="de"');
  expect(readOfficialAlerts(both, { ...options, language: "de" })).toMatchObject([
    { text: "Gelbe Wind- warning", area: "Grampian" },
  ]);
});

it("lists an alert once that a document names twice, and alerts of different senders with one identifier separately", () => {
  const other = toCapMessage({ head: { sender: "police@oak.example" } });
  expect(readOfficialAlerts(toCapFeed(toCapMessage(), toCapMessage(), other), options)).toMatchObject([
    { area: "Cook, IL; Will, IL" },
    { area: "Cook, IL; Will, IL" },
  ]);
});

it("keeps an alert beside a message of another type with its identity", () => {
  const cancel = toCapMessage({ head: { msgType: "Cancel" }, info: { headline: "All clear" } });
  for (const source of [toCapFeed(cancel, toCapMessage()), toCapFeed(toCapMessage(), cancel)])
    expect(readOfficialAlerts(source, options)).toMatchObject([{ text: "Flood Advisory until 3 PM" }]);
});

it("removes control characters and overrides of the direction", () => {
  const source = toCapMessage({ info: { headline: "&#x202e;Flood&#x2066; A\u0085dvisory\u0007" } });
  expect(readOfficialAlerts(source, options)).toMatchObject([{ text: "Flood Advisory" }]);
});

it("returns at most a hundred alerts, the most severe ones first", () => {
  const messages = Array.from({ length: 120 }, (_, index) =>
    toCapMessage({ head: { identifier: `A${index}` }, info: { severity: index === 119 ? "Extreme" : "Severe" } }),
  );
  const alerts = readOfficialAlerts(toCapFeed(...messages), options);
  expect(alerts).toHaveLength(100);
  expect(alerts[0]?.identifier).toBe("A119");
});

it("rejects other documents", () => {
  for (const source of ["", "<html></html>", "{}"])
    expect(() => readOfficialAlerts(source, options)).toThrow("neither a CAP message nor an Atom feed");
});
