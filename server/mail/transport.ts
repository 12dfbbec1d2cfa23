import { Readable } from "node:stream";
import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";
import { createFolderTransport } from "./mailFolder.ts";

export interface MailServer {
  /** Value of SMTP_URL. */
  smtpUrl: string | undefined;
  /** Folder to which mails are written during development without a mail server; otherwise null. */
  inbox: string | null;
}

/** Sends messages one by one to the mail server. */
export interface MailTransport {
  /** @throws {SmtpError} if the message is not accepted; `getRejectionCode` shows if only this message is affected */
  send(message: SendMailOptions): Promise<void>;
  close(): void;
}

/** Connections to the mail server. Each sends one message at a time. */
export interface MailPool {
  /**
   * Sends a composed message.
   *
   * @param mayEnd called before the last bytes are sent; no server accepts a message without these bytes
   * @returns the server's reply
   * @throws {SmtpError} if the server rejects the message or cannot be reached, or if `mayEnd` resolves to false
   */
  send(message: ComposedMessage, mayEnd: () => Promise<boolean>): Promise<string>;
  /** Closes all connections, including those that wait for a reply. */
  close(): void;
}

interface ComposedMessage {
  from: string;
  to: string;
  /** Headers and body. */
  raw: Readable | Buffer;
}

type PoolMessage = SendMailOptions & { raw: ComposedMessage["raw"]; mayEnd(): Promise<boolean> };

const CONNECT_TIMEOUT_MS = 15_000;
/** Longest wait, in ms, of a `MailTransport` for a reply of the mail server. */
const REPLY_TIMEOUT_MS = 15_000;
/** Longest wait, in ms, of a `MailPool` for a reply of the mail server. */
const POOL_REPLY_TIMEOUT_MS = 60_000;

/** @returns null if there is neither a mail server nor an inbox */
export function openTransport(server: MailServer): MailTransport | null {
  const transport = createTransporter(server, REPLY_TIMEOUT_MS);
  if (!transport) return null;
  return {
    async send(message) {
      // nodemailer must not load content from files or URLs: messages are passed as text.
      await transport.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}

/** @returns null if there is neither a mail server nor an inbox */
export function openMailPool(server: MailServer, maxConnections: number): MailPool | null {
  // nodemailer must not retry: the newsletter's ledger schedules retries and must record every attempt.
  const options = { pool: true, maxConnections, maxMessages: 500, maxRequeues: 0 };
  const transport = createTransporter(server, POOL_REPLY_TIMEOUT_MS, options);
  if (!transport) return null;
  transport.use("stream", ({ data, message }, done) => {
    const { raw, mayEnd } = data as PoolMessage;
    // nodemailer's SMTP connection calls this function to read the message.
    message.createReadStream = () => Readable.from(withholdEnd(raw, mayEnd), { objectMode: false });
    done();
  });
  return {
    async send({ from, to, raw }, mayEnd) {
      const message: PoolMessage = { envelope: { from, to }, raw, mayEnd };
      return (await transport.sendMail(message)).response;
    },
    close: () => transport.close({ force: true }),
  };
}

/** Connects to a mail server and signs in. @throws {Error} with the server's reply, or the reason for the failure */
export async function checkMailServer(smtpUrl: string, timeoutMs: number): Promise<void> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function createTransporter(
  { smtpUrl: url, inbox }: MailServer,
  replyMs: number,
  pool?: object,
): Transporter<{ response: string }> | null {
  const timeouts = { connectionTimeout: CONNECT_TIMEOUT_MS, greetingTimeout: replyMs, socketTimeout: replyMs };
  if (url) return createTransport({ url, ...pool, ...timeouts });
  return inbox === null ? null : createTransport(createFolderTransport(inbox));
}

async function* withholdEnd(raw: Readable | Buffer, mayEnd: () => Promise<boolean>): AsyncGenerator<Buffer> {
  yield* Buffer.isBuffer(raw) ? [raw] : raw;
  if (!(await mayEnd())) throw new Error("The delivery is leased to another process by now.");
}
