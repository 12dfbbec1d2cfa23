import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

interface Mail {
  from: string;
  to: string[];
  /** Headers and body. */
  source: string;
}

/** SMTP server that keeps all mails. */
export interface MailHost {
  /** Value of SMTP_URL. */
  url: string;
  port: number;
  mails: readonly Mail[];
  /** Rejects all mails to an address. */
  reject(address: string): void;
  /** Makes senders wait for the reply to their mails until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** @param port 0 for a free port */
export async function startMailHost(port = 0): Promise<MailHost> {
  const mails: Mail[] = [];
  const rejected = new Set<string>();
  let held: Promise<void> | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      done(
        rejected.has(address)
          ? Object.assign(new Error(`<${address}> Mailbox unavailable`), { responseCode: 550 })
          : null,
      );
    },
    async onData(stream, { envelope }, done) {
      const source = await text(stream).catch(() => null);
      // Drops a mail that is incomplete because the site was killed while sending the mail.
      if (source === null) return done(new Error("The mail was not received in full."));
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
      await held;
      done();
    },
  });
  // Ignores errors of connections whose site was stopped or killed while sending.
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: usedPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${usedPort}`,
    port: usedPort,
    mails,
    reject: (address) => void rejected.add(address),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
