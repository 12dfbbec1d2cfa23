import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A server of radio stations, one per path. Each behaves as a test specifies. */
export interface StationHost {
  /** `host:port`, for ALLOW_PRIVATE_HOSTS. */
  allowed: string;
  url(path: string): string;
  countRequests(path: string): number;
  /** Resolves when a path has been requested `count` times. */
  waitForRequests(path: string, count: number): Promise<void>;
  close(): Promise<void>;
}

/** Writes the whole response to a request. */
export type RespondRaw = (socket: Socket) => void;

export const MP3_HEADERS = "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n";

export async function startStationHost(stations: Record<string, RespondRaw>): Promise<StationHost> {
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
      for (const check of waiting) check();
      stations[path]?.(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    allowed: `127.0.0.1:${port}`,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    countRequests: (path) => counts.get(path) ?? 0,
    waitForRequests: (path, count) =>
      new Promise((resolve) => {
        const check = () => {
          if ((counts.get(path) ?? 0) < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends a recording repeatedly, in real time. */
export function sendInRealTime(socket: Socket, bytes: Buffer, bytesPerSecond: number): void {
  let position = 0;
  const timer = setInterval(() => {
    const end = position + Math.round(bytesPerSecond / 10);
    socket.write(bytes.subarray(position, end));
    position = end >= bytes.length ? 0 : end;
  }, 100);
  socket.on("close", () => clearInterval(timer));
}
