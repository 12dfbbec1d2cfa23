import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the ad server answers for a zone: a picture, its count of an empty zone, or nothing at all, ever. */
type Answer = "picture" | "empty" | "hang";

/**
 * A stand-in for a third-party ad server of Revive's kind: a script that looks for open `<ins>` tags, asks for their zones
 * in one request, and puts a new `<ins>` with what it gets in place of each.
 */
export interface AdServer {
  /** The edition's `adServer`. */
  tag: { script: string; id: string };
  answer(zone: number, answer: Answer): void;
  /** The paths asked for so far. */
  requests(): string[];
  /** Answers with pictures again, as if nothing had been asked for. */
  reset(): void;
  close(): Promise<void>;
}

const ID = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

export async function startAdServer(): Promise<AdServer> {
  const answers = new Map<number, Answer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    asked.push(url.pathname + url.search);
    response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
    response.setHeader("access-control-allow-credentials", "true");
    if (url.pathname === "/asyncjs.js")
      return void response.setHeader("content-type", "text/javascript").end(clientScript(origin));
    if (url.pathname === "/pixel.svg") return void sendPicture(1, 1);
    if (url.pathname === "/picture.svg") return void sendPicture(300, 250);
    const zones = (url.searchParams.get("zones") ?? "").split("|").map(Number);
    if (zones.some((zone) => answers.get(zone) === "hang")) return;
    const prefix = url.searchParams.get("prefix");
    const filled = zones.map((zone, place) => [`${prefix}${place}`, { html: html(zone) }]);
    response.setHeader("content-type", "application/json").end(JSON.stringify(Object.fromEntries(filled)));

    function sendPicture(width: number, height: number) {
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
    if (answers.get(zone) === "empty") return `<img src="${origin}/pixel.svg" width="1" height="1" alt="">`;
    return `<a href="${origin}/click?zone=${zone}"><img src="${origin}/picture.svg" width="300" height="250" alt="Zone ${zone}"></a>`;
  }

  return {
    tag: { script: `${origin}/asyncjs.js`, id: ID },
    answer: (zone, answer) => void answers.set(zone, answer),
    requests: () => asked,
    reset() {
      answers.clear();
      asked.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As Revive's own, it does nothing when it is run again, and leaves its functions on the page. */
function clientScript(origin: string): string {
  return `(() => {
  window.reviveAsync ??= {};
  if (window.reviveAsync["${ID}"]) return;
  const own = (window.reviveAsync["${ID}"] = {
    detect() {
      const tags = [...document.querySelectorAll('ins[data-revive-id="${ID}"]')];
      tags.forEach((tag, place) => { tag.id = "revive-0-" + place; });
      return { zones: tags.map((tag) => tag.dataset.reviveZoneid), prefix: "revive-0-" };
    },
    async apply({ zones, prefix }) {
      if (zones.length === 0) return;
      const words = new URLSearchParams({ zones: zones.join("|"), prefix });
      const answer = await fetch("${origin}/asyncspc?" + words, { credentials: "include" });
      for (const [id, { html }] of Object.entries(await answer.json())) {
        const filled = document.createElement("ins");
        filled.innerHTML = html;
        document.getElementById(id)?.replaceWith(filled);
      }
    },
  });
  setTimeout(() => own.apply(own.detect()));
})();`;
}
