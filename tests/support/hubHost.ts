import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A real WebSub hub on this machine: it takes pings, and can be out of order. */
export interface HubHost {
  url: string;
  /** `host:port`, as ALLOW_PRIVATE_HOSTS wants it. */
  allowed: string;
  /** The feeds that it was told of so far, in order; each as often as it was told. */
  told(): string[];
  /** Everything that was asked of it, the refused pings too, with when that was. */
  asked(): { form: Record<string, string>; at: number }[];
  /** Refuses the next pings. */
  refuse(count: number): void;
  /** Waits until what it was asked satisfies a test. */
  until(isEnough: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startHubHost(): Promise<HubHost> {
  const asked: { form: Record<string, string>; at: number }[] = [];
  const told: string[] = [];
  const waiting = new Set<() => void>();
  let refusals = 0;
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push({ form, at: performance.now() });
    const isPing = request.method === "POST" && form["hub.mode"] === "publish" && form["hub.url"];
    if (refusals > 0) {
      refusals--;
      response.writeHead(503).end();
    } else {
      if (form["hub.url"]) told.push(form["hub.url"]);
      response.writeHead(isPing ? 204 : 400).end();
    }
    for (const look of waiting) look();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hub`,
    allowed: `127.0.0.1:${port}`,
    told: () => told,
    asked: () => asked,
    refuse(count) {
      refusals = count;
    },
    until: (isEnough) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isEnough()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
