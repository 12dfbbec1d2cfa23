import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bindSocket } from "../support/boundSocket.ts";
import { TIP } from "../support/contactMessage.ts";
import { writeTestEdition } from "../support/editions.ts";
import { findFreePort } from "../support/freePort.ts";
import { isInstalled, type ReverseProxy, requestThrough, startCaddy, startNginx } from "../support/reverseProxy.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

const PROXIES = [
  ["nginx", isInstalled("nginx", "-v") && isInstalled("openssl", "version"), startNginx],
  ["caddy", isInstalled("caddy", "version"), startCaddy],
] as const;

const DESK_HOST = "desk.news.example";

for (const [name, canRun, startProxy] of PROXIES)
  describe.skipIf(!canRun)(`${name} with the configuration in deploy${canRun ? "" : " (not installed)"}`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let site: Site;
    let proxy: ReverseProxy;

    beforeAll(async () => {
      folder = await temporaryFolder();
      // The edition has no `url`, so its address comes from the proxy's headers.
      const editions = await writeTestEdition(join(folder.path, "editions"), {
        feeds: () => [],
        relays: [],
        host: "news.example",
      });
      const deskPort = await findFreePort();
      const env = { DESK: "on", DESK_PORT: String(deskPort), DESK_URL: `https://${DESK_HOST}` };
      site = await startSite({ editions, data: folder.path, env });
      proxy = await startProxy(join(folder.path, "proxy"), Number(new URL(site.url).port), deskPort);
    });
    afterAll(async () => {
      await proxy?.stop();
      await site.stop();
      await folder.remove();
    });

    it("serves pages, and redirects to TLS", async () => {
      const page = await requestThrough(proxy.httpsPort, "/");
      expect(page.status).toBe(200);
      expect(page.text).toContain('<link rel="canonical" href="https://news.example/"');
      expect(page.headers["strict-transport-security"]).toBeTruthy();
      const plain = await fetch(`http://127.0.0.1:${proxy.httpPort}/about`, {
        headers: { host: "news.example" },
        redirect: "manual",
      });
      expect([301, 308]).toContain(plain.status);
      expect(plain.headers.get("location")).toMatch(/^https:/);
    });

    it("serves the desk on its own host only, with large uploads and the client's address", async () => {
      const desk = { host: DESK_HOST };
      const page = await requestThrough(proxy.httpsPort, "/sign-in", { headers: desk });
      expect([page.status, page.headers["strict-transport-security"]]).toEqual([200, expect.anything()]);
      expect((await requestThrough(proxy.httpsPort, "/sign-in")).status).toBe(404);
      const upload = { method: "POST", body: "x".repeat(1_000_000) };
      const own = { ...desk, origin: `https://${DESK_HOST}`, "content-length": "1000000" };
      const { status } = await requestThrough(proxy.httpsPort, "/api/chicago/images", { ...upload, headers: own });
      // The desk, not the proxy, requires a session.
      expect(status).toBe(401);
      await requestThrough(proxy.httpsPort, "/sign-out", {
        ...{ method: "POST", headers: { ...desk, origin: "https://evil.example", "x-forwarded-for": "203.0.113.9" } },
      });
      await site.logs((log) => log.includes('"origin":"https://evil.example"'));
      expect(site.written()).toMatch(/"path":"\/sign-out","status":403,"client":"127\.0\.0\.1"/);
    });

    it("passes on the requested address, and not what the client says it is", async () => {
      const headers = {
        "x-forwarded-host": "news.example:6666",
        "x-forwarded-proto": "http",
        forwarded: "proto=http;host=news.example:6666",
      };
      const page = await requestThrough(proxy.httpsPort, "/terms", { headers });
      expect(/<link rel="canonical" href="[^"]*"/.exec(page.text)?.[0]).toBe(
        '<link rel="canonical" href="https://news.example/terms"',
      );
    });

    it("passes on who the client is, and not who it says it is", async () => {
      const statuses: number[] = [];
      for (let number = 0; number < 6; number++) {
        const body = new URLSearchParams({ ...TIP, message: `Tip ${number}` }).toString();
        const headers = {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(body.length),
          "x-forwarded-for": `203.0.113.${number}`,
        };
        statuses.push((await requestThrough(proxy.httpsPort, "/contact", { method: "POST", headers, body })).status);
      }
      expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    });

    it(`lets readers wait while the server restarts${name === "nginx" ? " with a socket unit" : ""}`, async () => {
      const own = await temporaryFolder();
      const socket = name === "nginx" ? bindSocket() : undefined;
      const port = socket?.port ?? (await findFreePort());
      const start = () =>
        startSite({
          editions: join(folder.path, "editions"),
          data: own.path,
          socket,
          hasOwnProcess: true,
          env: { PORT: String(port) },
        });
      const before = await start();
      const ownProxy = await startProxy(join(own.path, "proxy"), port);
      await before.stop();
      const body = new URLSearchParams(TIP).toString();
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
      };
      const waiting = [
        ...["/", "/terms"].map((path) => requestThrough(ownProxy.httpsPort, path)),
        requestThrough(ownProxy.httpsPort, "/contact", { method: "POST", headers, body }),
      ];
      const after = await start();
      const [front, terms, form] = await Promise.all(waiting);
      expect([front?.status, terms?.status]).toEqual([200, 200]);
      // Without a socket unit, Caddy can't send a form again, and asks the reader to do so.
      if (socket) expect(form?.status).toBe(303);
      else expect(form).toMatchObject({ status: 502, text: expect.stringContaining("Please try again") });
      await ownProxy.stop();
      await after.stop();
      socket?.close();
      await own.remove();
    });

    if (name === "nginx")
      it("serves cached pages while the server is dead, in each encoding", async () => {
        const get = (path: string, encoding: string, accept = "*/*") =>
          requestThrough(proxy.httpsPort, path, { headers: { "accept-encoding": encoding, accept } });
        const readAll = async () => {
          const brotli = await get("/about", "gzip, deflate, br, zstd");
          const gzip = await get("/about", "br;q=0, gzip");
          const plain = await get("/about", "identity");
          expect([brotli, gzip, plain].map(({ headers }) => headers["content-encoding"])).toEqual([
            "br",
            "gzip",
            undefined,
          ]);
          expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text);
          expect(gunzipSync(gzip.body).toString()).toBe(plain.text);
          const types = [await get("/feed", "br", "text/html"), await get("/feed", "br", "application/rss+xml")];
          expect(types.map(({ headers }) => String(headers["content-type"]).split(";")[0])).toEqual([
            "text/html",
            "application/rss+xml",
          ]);
          return plain.text;
        };
        const page = await readAll();
        const token = "/newsletter/confirm/0123456789abcdef";
        expect((await get(token, "br")).status).toBeLessThan(500);
        await site.kill();
        expect(await readAll()).toBe(page);
        expect((await get(token, "br")).status).toBe(502);
      });
  });
