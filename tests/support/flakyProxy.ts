import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands between a browser and a site, as a proxy does, and fails as networks do. */
export interface FlakyProxy {
  url: string;
  /** Open; shut, so that no connection is answered; or slow, so that nothing comes until it is open. */
  set(state: "open" | "shut" | "slow"): void;
  /** Adds headers to every answer from now on. */
  add(headers: Record<string, string>): void;
  /** Adds a line to the service worker's script, as another build does. */
  changeWorker(line: string): void;
  /** Answers a path with a drawing of so many bytes, which never changes. */
  draw(path: string, bytes: number): void;
  /** How often a path was asked for. */
  asked(path: string): number;
  close(): Promise<void>;
}

export async function openFlakyProxy(target: string): Promise<FlakyProxy> {
  let state: "open" | "shut" | "slow" = "open";
  let added: Record<string, string> = {};
  let line = "";
  const drawings = new Map<string, number>();
  const asked = new Map<string, number>();
  let waiting: (() => void)[] = [];

  const server: Server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    asked.set(path, (asked.get(path) ?? 0) + 1);
    if (state === "shut") return void incoming.socket.destroy();
    const bytes = drawings.get(path);
    if (bytes !== undefined) {
      outgoing.writeHead(200, {
        "content-type": "image/svg+xml",
        "cache-control": "public, max-age=31536000, immutable",
      });
      return void outgoing.end(Buffer.alloc(bytes, " "));
    }
    const pass = () => {
      const headers = { ...incoming.headers, "accept-encoding": "identity" };
      const passed = request(target + path, { method: incoming.method, headers }, (answer) => {
        const isWorker = path === "/sw.js";
        const { "content-length": _length, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, { ...(isWorker ? rest : answer.headers), ...added });
        answer.pipe(outgoing, { end: !isWorker });
        if (isWorker) answer.on("end", () => outgoing.end(line));
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    };
    if (state === "slow") waiting.push(pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      state = next;
      if (next === "shut") server.closeAllConnections();
      if (next !== "open") return;
      for (const pass of waiting) pass();
      waiting = [];
    },
    add(headers) {
      added = headers;
    },
    changeWorker(text) {
      line = text;
    },
    draw: (path, bytes) => void drawings.set(path, bytes),
    asked: (path) => asked.get(path) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
