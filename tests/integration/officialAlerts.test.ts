import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CapChanges, toCapFeed, toCapMessage } from "../support/capMessages.ts";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { listHostileAlerts, listHostileCalendars } from "../support/hostileDocuments.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

// The tests share a site that follows one feed of official alerts. Each test replaces the feed's content.

const PATH = "/alerts.xml";
const HOUR_MS = 3_600_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  const [calendar] = listHostileCalendars(1_000_000);
  if (calendar) host.serve("/hostile.ics", calendar);
  serve();
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    ...NO_FEEDS,
    change(edition) {
      edition.set("officialAlerts", [{ url: host.url(PATH) }]);
      edition.set("calendars", [{ url: host.url("/hostile.ics"), publisher: "Mallory" }]);
    },
  });
  env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`, EDITIONS_DIR: editions };
  site = await startSite({
    editions,
    data: folder.path,
    env: { ...env, ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "debug" },
  });
});

afterAll(async () => {
  await site?.stop();
  await host?.close();
  await folder?.remove();
});

/** Returns an alert message that was sent an hour ago and expires in an hour. The event is also the identifier. */
function toMessage(event: string, { head, info }: CapChanges = {}): string {
  return toCapMessage({
    head: { identifier: event, sent: inMs(-HOUR_MS), ...head },
    info: { event, headline: event, expires: inMs(HOUR_MS), ...info },
  });
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

function serve(...messages: string[]): void {
  host.serve(PATH, { body: toCapFeed(...messages), contentType: "application/atom+xml" });
}

const countLines = (message: string) => site.written().split(`"msg":"${message}"`).length - 1;

/** Polls the alerts by reloading the edition, and waits until the result is stored or rejected. */
async function poll(): Promise<void> {
  const count = () =>
    countLines("official alerts polled") + countLines("official alerts failed; keeping the last ones");
  const before = count();
  const file = join(folder.path, "editions", "chicago", "edition.yaml");
  await writeFile(file, `${await readFile(file, "utf8")}\n`);
  await site.logs(() => count() > before);
}

async function readShown(): Promise<{ text: string; until: string }[]> {
  return (await fetch(`${site.url}/api/alerts.json`)).json();
}

const readTexts = async () => (await readShown()).map(({ text }) => text).sort();

async function untilShown(...texts: string[]): Promise<void> {
  await readUntil(readTexts, (shown) => JSON.stringify(shown) === JSON.stringify(texts));
}

async function alerts(...args: string[]): Promise<string> {
  const { status, output, errors } = await broadsheet(["alerts", ...args, "--as", "Eve"], env);
  expect(status, errors).toBe(0);
  return output;
}

it("keeps an alert ended that an editor ended, while its feed lists it", async () => {
  serve(toMessage("Flood"), toMessage("Storm"));
  await poll();
  await untilShown("Flood", "Storm");
  const [id = ""] = /^\d+(?=.* Flood)/m.exec(await alerts("list")) ?? [];
  await alerts("end", id);
  await untilShown("Storm");
  await poll();
  await poll();
  expect(await readTexts()).toEqual(["Storm"]);
  // If a later message about the same event has a different identifier, it is a new alert.
  serve(toMessage("Flood", { head: { identifier: "Flood again" } }));
  await poll();
  await untilShown("Flood");
});

it("stores each alert of a list once, and ends what the list no longer has", async () => {
  const other = toMessage("Fog", { head: { sender: "police@oak.example" } });
  const far = toMessage("Far", { info: { expires: "+275760-09-13T00:00:00Z" } });
  serve(toMessage("Fog"), toMessage("Fog"), other, far);
  await poll();
  await untilShown("Fog", "Fog");
  const listed = await alerts("list");
  await poll();
  await poll();
  expect(await alerts("list")).toBe(listed);
  expect(listed).not.toContain("Far");
  serve(toMessage("Fog"));
  await poll();
  await untilShown("Fog");
  serve();
  await poll();
  await untilShown();
  // If a feed left out an alert's message by mistake and lists the message again, the alert returns.
  serve(toMessage("Fog"));
  await poll();
  await untilShown("Fog");
});

it("updates an alert if its feed changes the message", async () => {
  const end = inMs(2 * HOUR_MS);
  serve(toMessage("Ice", { info: { expires: end } }));
  await poll();
  await untilShown("Ice");
  serve(toMessage("Ice", { info: { expires: end, web: "https://www.weather.gov/changed" } }));
  await poll();
  await readUntil(readShown, (shown) => JSON.stringify(shown).includes("/changed"));
  expect(await readShown()).toMatchObject([{ text: "Ice", until: end }]);
});

it("withdraws an alert only by an update or a cancel of its sender", async () => {
  const sent = inMs(-HOUR_MS);
  const [sender, identifier] = ["w-nws.webmaster@noaa.gov", "Tornado"];
  const tornado = toMessage("Tornado", { head: { sent } });
  const references = [sender, identifier, sent].join(",");
  const toOther = (head: Record<string, string>) => toMessage("All clear", { head: { references, ...head } });
  const powerless = [
    ...["Test", "Exercise", "Draft"].map((status) => toOther({ identifier: status, status, msgType: "Cancel" })),
    ...["Ack", "Error"].map((msgType) => toOther({ identifier: msgType, msgType })),
    toOther({ identifier: "private", scope: "Private", msgType: "Cancel" }),
    toOther({ identifier: "foreign", sender: "mallory@oak.example", msgType: "Cancel" }),
    toOther({ identifier, sent, msgType: "Cancel" }),
  ];
  serve(tornado, ...powerless);
  await poll();
  await untilShown("Tornado");
  serve(tornado, ...powerless, toOther({ identifier: "final", msgType: "Cancel" }));
  await poll();
  await untilShown();
});

it("shows texts without controls and overrides of the direction", async () => {
  serve(toMessage("Surge", { info: { headline: "&#x202e;Surge\u0000 &#x2066;at&#x7; the lake" } }));
  await poll();
  await untilShown("Surge at the lake");
});

it("keeps its alerts, and serves pages, while its feed and a calendar attack", async () => {
  serve(toMessage("Gale"));
  await poll();
  await untilShown("Gale");
  // Each document exhausts its parser's time, memory or depth, and contains no alert in force.
  for (const document of listHostileAlerts(1_000_000).slice(0, 5)) {
    host.serve(PATH, document);
    await poll();
    expect((await fetch(`${site.url}/healthz`)).status, document.name).toBe(200);
  }
  const [, , , , , many] = listHostileAlerts();
  if (many) host.serve(PATH, many);
  await poll();
  await readUntil(readShown, (shown) => shown.length === 3);
  expect((await alerts("list")).split("\n").filter((line) => line.includes("  current  "))).toHaveLength(100);
  serve(toMessage("Gale"));
  await poll();
  await untilShown("Gale");
  expect(site.written()).toContain('"msg":"calendar failed; keeping its last events"');
});
