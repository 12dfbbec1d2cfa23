/** A document whose author wants parsers to spend as much time or memory as possible. */
export interface HostileDocument {
  name: string;
  body: string | Buffer;
  contentType: string;
}

const MB = 1024 * 1024;
const CAP = 'xmlns="urn:oasis:names:tc:emergency:cap:1.2"';

/** Returns a text of about `bytes` bytes that repeats `part`. */
function fill(part: string, bytes: number): string {
  return part.repeat(Math.ceil(bytes / part.length));
}

/** Lists documents with official alerts. @param bytes size of the larger documents */
export function listHostileAlerts(bytes = 14 * MB): HostileDocument[] {
  const toAlert = (index: number) =>
    `<entry><id>x</id><content><alert ${CAP}><identifier>A${index}</identifier><sender>mallory</sender>
    <sent>2026-01-01T00:00:00Z</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope><info>
    <event>Flood ${index}</event><severity>Extreme</severity><expires>9999-12-31T00:00:00Z</expires></info></alert></content></entry>`;
  const contentType = "application/xml";
  return [
    {
      name: "a time of 80,000 letters",
      body: `<alert ${CAP}><identifier>A</identifier><info><event>Fog</event><expires>${"T".repeat(80_000)}</expires></info></alert>`,
      contentType,
    },
    { name: "large fields", body: `<alert ${CAP}><identifier>${fill("T ,", bytes)}</identifier></alert>`, contentType },
    {
      name: "many elements",
      body: `<alert ${CAP}>${fill("<info><event>T</event></info>", bytes)}</alert>`,
      contentType,
    },
    { name: "deep elements", body: `<alert ${CAP}>${fill("<info>", bytes)}`, contentType },
    {
      name: "references",
      body: `<alert ${CAP}><identifier>A</identifier><references>${fill("a,b,2026-01-01T00:00:00Z ", bytes)}</references></alert>`,
      contentType,
    },
    {
      name: "1,800 alerts",
      body: `<feed xmlns="http://www.w3.org/2005/Atom">${Array.from({ length: 1800 }, (_, index) => toAlert(index)).join("")}</feed>`,
      contentType,
    },
  ];
}

export function listHostileCalendars(bytes = 14 * MB): HostileDocument[] {
  const contentType = "text/calendar";
  const wrap = (lines: string) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines}END:VCALENDAR\r\n`;
  const toEvent = (lines: string) => `BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20200201T120000Z\r\n${lines}\r\nEND:VEVENT\r\n`;
  return [
    { name: "events without ends", body: wrap(fill("BEGIN:VEVENT\r\n", bytes)), contentType },
    { name: "a large title", body: wrap(toEvent(`SUMMARY:${fill("a ", bytes)}`)), contentType },
    {
      name: "an endless recurrence",
      body: wrap(toEvent("SUMMARY:Never\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")),
      contentType,
    },
  ];
}

/** Lists status pages of radio stations. */
export function listHostileStatuses(bytes = 14 * MB): HostileDocument[] {
  const contentType = "application/json";
  return [
    { name: "deep arrays", body: fill("[", bytes), contentType },
    { name: "a large title", body: `{"icestats":{"source":{"title":"${fill("a - ", bytes)}"}}}`, contentType },
    { name: "digits and spaces", body: `{"icestats":{"source":{"title": 1${fill(" ", bytes)}`, contentType },
  ];
}
