import type { Logger } from "pino";
import { startAlertSchedule } from "./alerts/schedule.ts";
import type { Election } from "./cluster/election.ts";
import type { Config } from "./config.ts";
import type { Editions } from "./editions/loading/registry.ts";
import type { Images } from "./images/images.ts";
import type { Parsers } from "./isolation/parsers.ts";
import { startJob } from "./jobs/job.ts";
import { addLeaderWork } from "./leaderWork.ts";
import { createSigner, type DkimKey } from "./mail/dkim.ts";
import type { MailTransport } from "./mail/transport.ts";
import type { Outbound } from "./net/outbound.ts";
import { startBriefings } from "./newsletter/briefings.ts";
import { toIssueRadio } from "./newsletter/issueContent.ts";
import type { createPollWorker } from "./pollWorker/pollWorker.ts";
import type { openRadio } from "./radio/radio.ts";
import type { Database } from "./store/schema/schema.ts";
import { startStorySchedule } from "./stories/schedule.ts";
import type { WebSub } from "./syndication/websub/websub.ts";
import type { followChanges } from "./web/invalidation.ts";

/** Interval, in ms, at which the store is checked for changes by other processes. */
const STORE_CHECK_MS = 1000;

interface Parts {
  config: Config;
  database: Database;
  editions: Editions;
  election: Election;
  outbound: Outbound;
  parsers: Pick<Parsers, "parse">;
  transport: MailTransport | null;
  dkim: DkimKey | null;
  /** Folder to which mails are written in development; null if mails are sent. */
  inbox: string | null;
  images: Images;
  radio: Awaited<ReturnType<typeof openRadio>>;
  websub: WebSub;
  pollWorker: ReturnType<typeof createPollWorker>;
  freshness: Awaited<ReturnType<typeof followChanges>>;
  log: Logger;
}

/** Starts the work that no request waits for: the work of every node, and the leader's work for all nodes. */
export async function startBackgroundWork(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { config, database, editions, election, outbound, parsers, transport, dkim, inbox, images } = parts;
  const { radio, websub, pollWorker, freshness, log } = parts;
  const briefings = config.ROLES.includes("send")
    ? await startBriefings({
        editions,
        database,
        sign: createSigner(dkim),
        inbox,
        log,
        radio: (edition) => {
          const view = radio.getView(edition);
          return view ? toIssueRadio(view) : null;
        },
        smtpUrl: config.SMTP_URL,
        countNodes: () => election.countNodes("send"),
      })
    : null;
  pollWorker.start(async () => {
    images.wake();
    await freshness.publish();
  });
  const onPolled = freshness.publish;
  addLeaderWork(election, {
    config,
    editions,
    outbound,
    parsers,
    transport,
    dkim,
    images,
    websub,
    pollWorker,
    onPolled,
    log,
  });
  await election.start();
  const schedules = [
    startStorySchedule({ editions: editions.all, database, log }),
    startAlertSchedule({ database, log }),
  ];
  const storeCheck = startJob({ name: "store check", intervalMs: STORE_CHECK_MS, run: freshness.check, log });
  election.onTopic("changes", storeCheck.trigger);
  election.onTopic("images", images.wake);
  return {
    async stop() {
      await Promise.all([...schedules.map((schedule) => schedule.stop()), storeCheck.stop(), briefings?.stop()]);
    },
  };
}
