import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A server that plays stations, the broken ones above all. */
export interface StationHost {
  /** `host:port`, for ALLOW_PRIVATE_HOSTS. */
  allowed: string;
  url(path: string): string;
  /** How many times a path was asked for. */
  asked(path: string): number;
  /** Waits until a path was asked for so many times. */
  isAsked(path: string, times: number): Promise<void>;
  close(): Promise<void>;
}

/** Answers a request in its own words. */
export type Play = (socket: Socket) => void;

/** Headers of a stream that is as it should be. */
export const MP3_HEAD = "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n";

export async function startStationHost(stations: Record<string, Play>): Promise<StationHost> {
  const counts = new Map<string, number>();
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (request) => {
      const path = request.toString("latin1").split(" ")[1] ?? "";
      counts.set(path, (counts.get(path) ?? 0) + 1);
      for (const look of waiting) look();
      stations[path]?.(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    allowed: `127.0.0.1:${port}`,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    asked: (path) => counts.get(path) ?? 0,
    isAsked: (path, times) =>
      new Promise((resolve) => {
        const look = () => {
          if ((counts.get(path) ?? 0) < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends bytes as fast as they sound, from the beginning again at their end. */
export function send(socket: Socket, bytes: Buffer, bytesASecond: number): void {
  let place = 0;
  const timer = setInterval(() => {
    const end = place + Math.round(bytesASecond / 10);
    socket.write(bytes.subarray(place, end));
    place = end >= bytes.length ? 0 : end;
  }, 100);
  socket.on("close", () => clearInterval(timer));
}
