import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** Faults of a mail server. */
export type Fault =
  /** Replies 451 to RCPT, like greylisting. */
  | "deferred"
  /** Replies 550 to RCPT: the mailbox does not exist. */
  | "no-mailbox"
  /** Replies 554 to the content. */
  | "rejected"
  /** Closes the connection after the content, without accepting the mail. */
  | "dropped"
  /** Accepts the mail, but closes the connection without a reply. The sender cannot know that the mail was accepted. */
  | "accepted and dropped"
  /** Accepts the mail and replies late. */
  | "slow";

export interface FaultyMailHost {
  url: string;
  /** Number of accepted mails. */
  readonly accepted: number;
  /** Number of accepted mails by address. */
  acceptedFor: ReadonlyMap<string, number>;
  /** Returns the newest accepted mail to an address: its headers and body, and its envelope sender. */
  findLast(address: string): { source: string; from: string } | undefined;
  /** Number of times that each fault occurred. */
  faults: ReadonlyMap<Fault, number>;
  close(): Promise<void>;
}

interface Options {
  /** Returns the fault of an attempt to deliver to an address; null for none. The first attempt is 1. */
  fault?: (address: string, attempt: number) => Fault | null;
  /** Longest delay of a slow reply, in ms. */
  maxDelayMs?: number;
  /** True to keep the source of the newest mail to each address. */
  keepsSources?: boolean;
}

const createError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

export async function startFaultyMailHost({
  fault = () => null,
  maxDelayMs = 120,
  keepsSources = false,
}: Options = {}): Promise<FaultyMailHost> {
  const acceptedFor = new Map<string, number>();
  const sources = new Map<string, { source: string; from: string }>();
  const attempts = new Map<string, number>();
  const faults = new Map<Fault, number>();
  const planned = new Map<string, Fault | null>();
  let accepted = 0;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, session, done) {
      const attempt = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, attempt);
      const plan = fault(address, attempt);
      planned.set(session.id, plan);
      if (plan) faults.set(plan, (faults.get(plan) ?? 0) + 1);
      if (plan === "deferred") return done(createError(451, "4.7.1 Try again later"));
      if (plan === "no-mailbox") return done(createError(550, "5.1.1 No such mailbox"));
      done();
    },
    async onData(stream, session, done) {
      const source = await (keepsSources ? text(stream) : drain(stream)).catch(() => null);
      // The sender was killed while sending the content.
      if (source === null) return done(createError(451, "4.3.0 Half a mail"));
      const address = session.envelope.rcptTo[0]?.address ?? "";
      const plan = planned.get(session.id);
      if (plan === "rejected") return done(createError(554, "5.6.0 Not with us"));
      if (plan !== "dropped") {
        accepted++;
        acceptedFor.set(address, (acceptedFor.get(address) ?? 0) + 1);
        const { mailFrom } = session.envelope;
        if (keepsSources) sources.set(address, { source, from: mailFrom ? mailFrom.address : "" });
      }
      if (plan === "dropped" || plan === "accepted and dropped") {
        for (const connection of server.connections) if (connection.session.id === session.id) connection.close();
        return;
      }
      if (plan === "slow") setTimeout(done, maxDelayMs * Math.random());
      else done();
    },
  });
  // Ignores errors of connections whose sender was killed.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    get accepted() {
      return accepted;
    },
    acceptedFor,
    findLast: (address) => sources.get(address),
    faults,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function drain(stream: NodeJS.ReadableStream): Promise<string> {
  stream.resume();
  await once(stream, "end");
  return "";
}
