import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** What a mail server does wrong, by the address that a mail is for, and by how often it was offered before. */
export type Fault =
  /** 451 to RCPT: greylisting. */
  | "later"
  /** 550 to RCPT: no such mailbox. */
  | "gone"
  /** 554 after the mail. */
  | "refused"
  /** The connection breaks after the mail, which was not kept. */
  | "dropped"
  /** The connection breaks after the mail, which was kept: nobody can tell. */
  | "kept and dropped"
  /** The mail is kept, and the answer comes late. */
  | "slow";

/** A real SMTP server with the faults of the world's. */
export interface FaultyMailHost {
  url: string;
  /** How many mails it has kept. */
  readonly accepted: number;
  /** How often it kept a mail for each address. */
  kept: ReadonlyMap<string, number>;
  /** The last mail kept for an address: what came over the wire, and its envelope's sender. */
  lastFor(address: string): { source: string; from: string } | undefined;
  /** How often each fault happened. */
  faults: ReadonlyMap<Fault, number>;
  close(): Promise<void>;
}

interface Options {
  fault?: (address: string, offered: number) => Fault | null;
  /** Milliseconds; the longest of the slow answers. */
  slowest?: number;
  /** Whether mails are kept word for word, and not counted alone. */
  keepsSources?: boolean;
}

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

export async function startFaultyMailHost({
  fault = () => null,
  slowest = 120,
  keepsSources = false,
}: Options = {}): Promise<FaultyMailHost> {
  const kept = new Map<string, number>();
  const sources = new Map<string, { source: string; from: string }>();
  const offered = new Map<string, number>();
  const faults = new Map<Fault, number>();
  const planned = new Map<string, Fault | null>();
  let accepted = 0;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, session, done) {
      const times = (offered.get(address) ?? 0) + 1;
      offered.set(address, times);
      const plan = fault(address, times);
      planned.set(session.id, plan);
      if (plan) faults.set(plan, (faults.get(plan) ?? 0) + 1);
      if (plan === "later") return done(refusal(451, "4.7.1 Try again later"));
      if (plan === "gone") return done(refusal(550, "5.1.1 No such mailbox"));
      done();
    },
    async onData(stream, session, done) {
      const source = await (keepsSources ? text(stream) : drained(stream)).catch(() => null);
      // The sender was killed in the middle of the mail.
      if (source === null) return done(refusal(451, "4.3.0 Half a mail"));
      const address = session.envelope.rcptTo[0]?.address ?? "";
      const plan = planned.get(session.id);
      if (plan === "refused") return done(refusal(554, "5.6.0 Not with us"));
      if (plan !== "dropped") {
        accepted++;
        kept.set(address, (kept.get(address) ?? 0) + 1);
        const { mailFrom } = session.envelope;
        if (keepsSources) sources.set(address, { source, from: mailFrom ? mailFrom.address : "" });
      }
      if (plan === "dropped" || plan === "kept and dropped") {
        for (const connection of server.connections) if (connection.session.id === session.id) connection.close();
        return;
      }
      if (plan === "slow") setTimeout(done, slowest * Math.random());
      else done();
    },
  });
  // What killed senders leave behind is no fault of the server's.
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    get accepted() {
      return accepted;
    },
    kept,
    lastFor: (address) => sources.get(address),
    faults,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function drained(stream: NodeJS.ReadableStream): Promise<string> {
  stream.resume();
  await once(stream, "end");
  return "";
}
