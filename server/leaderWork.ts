import type { Logger } from "pino";
import { startOfficialAlerts } from "./alerts/pollOfficialAlerts.ts";
import { startCalendarPolling } from "./calendars/poll.ts";
import type { Election } from "./cluster/election.ts";
import type { Config } from "./config.ts";
import { startContactOutbox } from "./contact/contact.ts";
import { startMessageExpiry } from "./contact/messageExpiry.ts";
import type { Editions } from "./editions/loading/registry.ts";
import type { Images } from "./images/images.ts";
import type { Parsers } from "./isolation/parsers.ts";
import { startClockWatch } from "./jobs/clockWatch.ts";
import type { Job } from "./jobs/job.ts";
import type { DkimKey } from "./mail/dkim.ts";
import type { MailTransport } from "./mail/transport.ts";
import type { Outbound } from "./net/outbound.ts";
import { startBounceMailbox } from "./newsletter/bounces/mailbox.ts";
import { startConfirmations, startSignUpExpiry } from "./newsletter/newsletter.ts";
import type { createPollWorker } from "./pollWorker/pollWorker.ts";
import { applyRulesAtStart } from "./rules/rulesJob.ts";
import { listFeedsChangedSince } from "./store/changes.ts";
import { findLastAttempt, makeAllDue } from "./store/feeds/dueTimes.ts";
import type { WebSub } from "./syndication/websub/websub.ts";
import { startCopyExpiry } from "./takedowns/undoPeriod.ts";

interface Parts {
  config: Config;
  editions: Editions;
  outbound: Outbound;
  parsers: Pick<Parsers, "parse">;
  transport: MailTransport | null;
  dkim: DkimKey | null;
  images: Pick<Images, "startDownloads" | "takedownsChanged">;
  websub: Pick<WebSub, "start" | "changed">;
  pollWorker: Pick<ReturnType<typeof createPollWorker>, "lead" | "stop">;
  /** Called after a calendar's events were stored. */
  onPolled: () => Promise<void>;
  log: Logger;
}

/** Longest age, in ms, of changes that a new leader reports to hubs again. Replacing a leader takes less time. */
const HUB_OVERLAP_MS = 30_000;

/** Adds the work that one node, the leader, does for all nodes, since doing it twice would be harmful or wasteful. */
export function addLeaderWork(election: Pick<Election, "add" | "onTopic">, parts: Parts): void {
  const { config, editions, outbound, parsers, transport, dkim, images, websub, pollWorker, onPolled, log } = parts;

  // Polling comes first, since polls may be late after a time without a leader.
  election.add("poll", (database, term) => pollWorker.lead(database, term));
  election.add("poll", async (database) => {
    const onSetBack = () => makeAllDue(database, new Date().toISOString());
    return startClockWatch({ lastSeenAt: await findLastAttempt(database), onSetBack, log });
  });
  election.add("poll", (database) => startCalendarPolling({ editions, database, outbound, parsers, log, onPolled }));
  election.add("poll", async (database) => startOfficialAlerts({ editions, database, outbound, parsers, log }));
  election.add("poll", async (database) => {
    // The previous leader may have ended before it sent the notifications. Sending them twice is harmless.
    await websub.changed(await listFeedsChangedSince(database, new Date(Date.now() - HUB_OVERLAP_MS).toISOString()));
    return websub.start(database);
  });
  election.add("poll", (database) =>
    startCopyExpiry({ editions, database, config, log, onErased: images.takedownsChanged }),
  );

  // Must come after the poll worker, which stores the followed feeds. Rules find stories by these feeds.
  election.add("poll", async (database) => {
    await applyRulesAtStart({ editions: editions.all, database, log });
    return { async stop() {} };
  });

  /** Outboxes of the current term. */
  let outboxes: Job[] = [];
  election.onTopic("mails", () => {
    for (const outbox of outboxes) outbox.trigger();
  });
  election.add("send", async (database) => {
    const started = [await startConfirmations({ editions, database, transport, dkim, log })];
    if (transport) started.push(startContactOutbox({ editions, database, transport, log }));
    outboxes = started;
    return {
      async stop() {
        if (outboxes === started) outboxes = [];
        await Promise.all(started.map((outbox) => outbox.stop()));
      },
    };
  });
  election.add("send", (database) => startMessageExpiry({ editions: editions.all, database, log }));
  election.add("send", (database) => startSignUpExpiry(database, log));
  const { IMAP_URL } = config;
  if (IMAP_URL) election.add("send", (database) => startBounceMailbox({ url: IMAP_URL, database, parsers, log }));

  election.add("images", images.startDownloads);
}
