import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that fails like a network, in front of a site. */
export interface FlakyProxy {
  url: string;
  /** Sets the state: "shut" closes every connection; "slow" delays requests until the state is "open" again. */
  set(state: "open" | "shut" | "slow"): void;
  /** Adds headers to every later response. */
  add(headers: Record<string, string>): void;
  /** Appends a line to the service worker's script, so that browsers see a new build. */
  changeWorker(line: string): void;
  /** Returns the paths of the service worker's own requests so far, with its script first. */
  readWorkerRequests(): string[];
  /** Serves an immutable SVG image of `bytes` bytes. */
  serveImage(path: string, bytes: number): void;
  close(): Promise<void>;
}

export async function openFlakyProxy(target: string): Promise<FlakyProxy> {
  let state: "open" | "shut" | "slow" = "open";
  let added: Record<string, string> = {};
  let line = "";
  const workerRequests: string[] = [];
  const images = new Map<string, number>();
  let waiting: (() => void)[] = [];

  const server: Server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (path === "/sw.js" || incoming.headers.referer?.endsWith("/sw.js")) workerRequests.push(path);
    if (state === "shut") return void incoming.socket.destroy();
    const bytes = images.get(path);
    if (bytes !== undefined) {
      outgoing.writeHead(200, {
        "content-type": "image/svg+xml",
        "cache-control": "public, max-age=31536000, immutable",
      });
      return void outgoing.end(Buffer.alloc(bytes, " "));
    }
    const pass = () => {
      const headers = { ...incoming.headers, "accept-encoding": "identity" };
      const passed = request(target + path, { method: incoming.method, headers }, (response) => {
        const isWorker = path === "/sw.js";
        const { "content-length": _length, ...rest } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, { ...(isWorker ? rest : response.headers), ...added });
        response.pipe(outgoing, { end: !isWorker });
        if (isWorker) response.on("end", () => outgoing.end(line));
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
    readWorkerRequests: () => workerRequests,
    serveImage: (path, bytes) => void images.set(path, bytes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
