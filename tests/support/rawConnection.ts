import { once } from "node:events";
import { connect } from "node:net";

/** A TCP connection for bytes that no HTTP client would send. */
export interface RawConnection {
  write(text: string): void;
  /** Waits until the received bytes satisfy a predicate. @returns all received bytes, as latin1 */
  until(isEnough: (received: string) => boolean): Promise<string>;
  /** Ends this side of the connection, and waits until the other side ends, too. @returns all received bytes */
  finish(): Promise<string>;
  /** Waits until the other side closes the connection. @returns all received bytes */
  ended(): Promise<string>;
  /** Stops reading from the socket. */
  pause(): void;
  resume(): void;
  /** Closes the connection with a reset (RST). */
  reset(): Promise<void>;
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true, allowHalfOpen: false });
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  // Ignores errors, since the event "close" follows.
  socket.on("error", () => {});
  const received = () => Buffer.concat(chunks).toString("latin1");
  const waiting = new Set<() => void>();
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    for (const check of waiting) check();
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
        const check = () => {
          if (!isEnough(received())) return;
          waiting.delete(check);
          resolve(received());
        };
        waiting.add(check);
        check();
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

/** Sends bytes and ends the connection. @returns the responses, with their dates replaced */
export async function exchange(url: string, text: string): Promise<string> {
  const connection = await openRaw(url);
  connection.write(text);
  return undated(await connection.finish());
}

/** Replaces the dates of responses with a constant. */
export function undated(responses: string): string {
  return responses.replace(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/g, "\r\nDate: now\r\n");
}
