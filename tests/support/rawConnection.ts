import { once } from "node:events";
import { connect } from "node:net";

/** A connection on which bytes are sent and read as they are. */
export interface RawConnection {
  write(text: string): void;
  /** Waits until what has come so far satisfies a test. @returns what has come, as latin1 */
  until(isEnough: (received: string) => boolean): Promise<string>;
  /** Says that nothing more is sent, and waits for the end. @returns what has come in all */
  finish(): Promise<string>;
  /** Waits for the other side's end. @returns what has come in all */
  ended(): Promise<string>;
  /** Stops reading, and reads on. */
  pause(): void;
  resume(): void;
  /** Breaks off with a reset. */
  reset(): Promise<void>;
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true, allowHalfOpen: false });
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  // A reset is an end, too.
  socket.on("error", () => {});
  const received = () => Buffer.concat(chunks).toString("latin1");
  const waiting = new Set<() => void>();
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    for (const look of waiting) look();
  });
  await once(socket, "connect");
  const ended = async () => {
    await closed;
    return received();
  };
  return {
    write: (text) => void socket.write(text, "latin1"),
    until: (isEnough) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isEnough(received())) return;
          waiting.delete(look);
          resolve(received());
        };
        waiting.add(look);
        look();
      }),
    finish() {
      socket.end();
      return ended();
    },
    ended,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    async reset() {
      socket.resetAndDestroy();
      await closed;
    },
  };
}

/** What comes back for some bytes, after which nothing more is sent. Dates are the same in all. */
export async function exchange(url: string, text: string): Promise<string> {
  const connection = await openRaw(url);
  connection.write(text);
  return undated(await connection.finish());
}

/** The same answers with one and the same date. */
export function undated(answers: string): string {
  return answers.replace(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/g, "\r\nDate: now\r\n");
}
