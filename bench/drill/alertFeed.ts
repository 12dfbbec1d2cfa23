import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { toCapFeed, toCapMessage } from "../../tests/support/capMessages.ts";
import type { FeedHost } from "../../tests/support/feedHost.ts";
import { listHostileAlerts } from "../../tests/support/hostileDocuments.ts";
import type { DrillFault } from "./faults.ts";

export const ALERTS_PATH = "/alerts.xml";
const EVENT = "Flood Warning of the drill";
const DAY_MS = 24 * 60 * 60_000;
const TIMEOUT_MS = 90_000;
/** Size, in bytes, of a document that takes seconds to parse. bench/hostileDocuments.ts uses larger documents. */
const DOCUMENT_BYTES = 4 * 1024 * 1024;

/** Serves a feed with one official alert, in force for a day. */
export function serveAlert(host: FeedHost): void {
  const expires = new Date(Date.now() + DAY_MS).toISOString();
  const message = toCapMessage({ info: { event: EVENT, headline: EVENT, expires } });
  host.serve(ALERTS_PATH, { body: toCapFeed(message), contentType: "application/atom+xml" });
}

/**
 * Serves a series of documents that are slow to parse, take much memory or are deeply nested. Then serves the alert
 * again.
 */
export const ALERT_FEED_ATTACKS: DrillFault = {
  name: "the feed of official alerts attacks",
  async run({ stage: { host, edition, url }, holdMs }) {
    try {
      for (const document of listHostileAlerts(DOCUMENT_BYTES)) {
        host.serve(ALERTS_PATH, document);
        await poll(host, edition);
      }
      await wait(holdMs);
    } finally {
      serveAlert(host);
    }
    await poll(host, edition);
    for (const startedAt = performance.now(); !(await isShown(url)); await wait(200))
      if (performance.now() - startedAt > TIMEOUT_MS) throw new Error("the alert is not shown again");
  },
};

/** Makes the site poll the feed by changing the edition's file, and waits for the request. */
async function poll(host: FeedHost, edition: string): Promise<void> {
  const { length } = host.requests(ALERTS_PATH);
  await writeFile(edition, `${(await readFile(edition, "utf8")).trimEnd()}\n${"\n".repeat(1 + (length % 2))}`);
  for (const startedAt = performance.now(); host.requests(ALERTS_PATH).length === length; await wait(50))
    if (performance.now() - startedAt > TIMEOUT_MS) throw new Error("the feed of alerts is not polled");
}

async function isShown(url: string): Promise<boolean> {
  return (await (await fetch(`${url}/api/alerts.json`)).text()).includes(EVENT);
}
