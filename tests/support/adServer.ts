import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Response for a zone: an image, the tracking pixel of an empty zone, or no response. */
type ZoneResponse = "image" | "empty" | "hang";

/** A fake ad server like Revive: its script requests all zones of a page at once, and fills each zone's `<ins>` tag. */
export interface AdServer {
  /** Value of the edition's `adServer`. */
  tag: { script: string; id: string };
  respond(zone: number, response: ZoneResponse): void;
  /** The paths requested so far. */
  requests(): string[];
  /** Makes all zones respond with images again, and empties the list of requests. */
  reset(): void;
  close(): Promise<void>;
}

const ID = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

export async function startAdServer(): Promise<AdServer> {
  const responses = new Map<number, ZoneResponse>();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    requested.push(url.pathname + url.search);
    response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
    response.setHeader("access-control-allow-credentials", "true");
    if (url.pathname === "/asyncjs.js")
      return void response.setHeader("content-type", "text/javascript").end(clientScript(origin));
    if (url.pathname === "/pixel.svg") return void sendImage(1, 1);
    if (url.pathname === "/picture.svg") return void sendImage(300, 250);
    const zones = (url.searchParams.get("zones") ?? "").split("|").map(Number);
    if (zones.some((zone) => responses.get(zone) === "hang")) return;
    const prefix = url.searchParams.get("prefix");
    const filled = zones.map((zone, index) => [`${prefix}${index}`, { html: html(zone) }]);
    response.setHeader("content-type", "application/json").end(JSON.stringify(Object.fromEntries(filled)));

    function sendImage(width: number, height: number) {
      const size = `width="${width}" height="${height}"`;
      response
        .setHeader("content-type", "image/svg+xml")
        .end(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#2f6b4f"/></svg>`);
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function html(zone: number): string {
    if (responses.get(zone) === "empty") return `<img src="${origin}/pixel.svg" width="1" height="1" alt="">`;
    return `<a href="${origin}/click?zone=${zone}"><img src="${origin}/picture.svg" width="300" height="250" alt="Zone ${zone}"></a>`;
  }

  return {
    tag: { script: `${origin}/asyncjs.js`, id: ID },
    respond: (zone, response) => void responses.set(zone, response),
    requests: () => requested,
    reset() {
      responses.clear();
      requested.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a script like Revive's: only its first run on a page has an effect, and leaves its functions on `window`. */
function clientScript(origin: string): string {
  return `(() => {
  window.reviveAsync ??= {};
  if (window.reviveAsync["${ID}"]) return;
  const own = (window.reviveAsync["${ID}"] = {
    detect() {
      const tags = [...document.querySelectorAll('ins[data-revive-id="${ID}"]')];
      tags.forEach((tag, index) => { tag.id = "revive-0-" + index; });
      return { zones: tags.map((tag) => tag.dataset.reviveZoneid), prefix: "revive-0-" };
    },
    async apply({ zones, prefix }) {
      if (zones.length === 0) return;
      const query = new URLSearchParams({ zones: zones.join("|"), prefix });
      const response = await fetch("${origin}/asyncspc?" + query, { credentials: "include" });
      for (const [id, { html }] of Object.entries(await response.json())) {
        const filled = document.createElement("ins");
        filled.innerHTML = html;
        document.getElementById(id)?.replaceWith(filled);
      }
    },
  });
  setTimeout(() => own.apply(own.detect()));
})();`;
}
