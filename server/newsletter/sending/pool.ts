import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import SMTPPool from "nodemailer/lib/smtp-pool";

/** Connections to the mail server, each of which sends one mail after another. */
export interface Pool {
  /**
   * @param beforeLastByte is asked when all of the mail but its end has gone out; where it says no, it never ends
   * @returns what the server answered to the whole mail
   * @throws what it answered else, as nodemailer has it: `responseCode`, `command`, `code`
   */
  send(mail: Mail, beforeLastByte: () => Promise<boolean>): Promise<string>;
  /** Ends the connections, those too that wait for an answer. */
  close(): void;
}

interface Mail {
  from: string;
  to: string;
  messageId: string;
  bytes: Readable | Buffer;
}

/** How long a mail server may take to answer each step. */
const PATIENCE_MS = 60_000;

/** @param url where the mail server is, as SMTP_URL has it */
export function openPool(url: string, connections: number): Pool {
  const pool = new SMTPPool({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 500,
    // The ledger knows better when to try again, and must know of every attempt.
    maxRequeues: 0,
    connectionTimeout: 15_000,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return {
    send({ from, to, messageId, bytes }, beforeLastByte) {
      // Of a composed mail, the pool asks no more than this.
      const message = {
        getEnvelope: () => ({ from, to: [to] }),
        messageId: () => messageId,
        getHeader: () => messageId,
        createReadStream: () => withheldEnd(bytes, beforeLastByte),
      };
      return new Promise((resolve, reject) => {
        pool.send({ data: {}, message } as unknown as Parameters<typeof pool.send>[0], (error, info) =>
          error ? reject(error) : resolve(info?.response ?? ""),
        );
      });
    },
    close: () => pool.close({ force: true }),
  };
}

/** A mail's bytes, whose end comes when it may: without its end, no server can have accepted it. */
function withheldEnd(bytes: Readable | Buffer, mayEnd: () => Promise<boolean>): Readable {
  const whole = Buffer.isBuffer(bytes) ? Promise.resolve(bytes) : buffer(bytes);
  let isOut = false;
  return new Readable({
    read() {
      const next = isOut ? mayEnd().then((may) => end(this, may)) : whole.then((mail) => void this.push(mail));
      isOut = true;
      next.catch((error) => this.destroy(error));
    },
  });
}

function end(stream: Readable, may: boolean): void {
  if (may) stream.push(null);
  else stream.destroy(new Error("The mail is somebody else's to send by now."));
}
