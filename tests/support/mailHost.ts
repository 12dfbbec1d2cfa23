import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail as the server got it. */
interface Mail {
  from: string;
  to: string[];
  /** Headers and body as they came over the wire. */
  source: string;
}

/** A real SMTP server that keeps what it is given. */
export interface MailHost {
  /** For SMTP_URL. */
  url: string;
  port: number;
  mails: readonly Mail[];
  /** Refuses every mail to an address, as a full or closed mailbox does. */
  refuse(address: string): void;
  close(): Promise<void>;
}

/** @param port a free one where it is 0 */
export async function startMailHost(port = 0): Promise<MailHost> {
  const mails: Mail[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      done(
        refused.has(address)
          ? Object.assign(new Error(`<${address}> Mailbox unavailable`), { responseCode: 550 })
          : null,
      );
    },
    async onData(stream, { envelope }, done) {
      const source = await text(stream);
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
      done();
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    mails,
    refuse: (address) => void refused.add(address),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
