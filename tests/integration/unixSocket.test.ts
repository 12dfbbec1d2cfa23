import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TIP } from "../support/contactMessage.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let path: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, "http.sock");
  // The edition has no `url`, so its address comes from the proxy's headers.
  editions = await writeTestEdition(join(folder.path, "editions"), { ...NO_FEEDS, host: "news.example" });
});
afterAll(() => folder.remove());

const start = (socket = path) =>
  startSite({ editions, data: folder.path, env: { HOST: `unix:${socket}` }, hasOwnProcess: true });

/** Sends a request to the socket, as a proxy does. */
function send(url: string, options: RequestOptions = {}, body = "") {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = { host: "news.example", "x-forwarded-proto": "https", ...options.headers };
    const sent = request({ ...options, socketPath: path, path: url, headers, agent: false }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    );
    sent.on("error", reject).end(body);
  });
}

it("serves a Unix socket that any proxy may open, and deletes it at the end", async () => {
  const site = await start();
  expect((await stat(path)).mode & 0o777).toBe(0o666);
  expect((await send("/healthz")).body).toBe("ok");
  // The second response comes from the cache.
  for (let number = 0; number < 2; number++)
    expect((await send("/about")).body).toContain('<link rel="canonical" href="https://news.example/about"');
  const check = () => spawnSync(process.execPath, ["bin/healthCheck.js"], { env: { HOST: `unix:${path}` } }).status;
  expect(check()).toBe(0);
  expect(site.written()).toContain(`"socket":"${path}"`);
  expect(await site.stop()).toBe(0);
  expect(existsSync(path)).toBe(false);
  expect(check()).toBe(1);
});

it("limits clients by the address that the proxy reports", async () => {
  const site = await start();
  const post = async (number: number, client: string) => {
    const body = new URLSearchParams({ ...TIP, message: `Tip ${number} of ${client}` }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": client };
    return (await send("/contact", { method: "POST", headers }, body)).status;
  };
  const statuses: (number | undefined)[] = [];
  for (let number = 0; number < 6; number++) statuses.push(await post(number, "203.0.113.7"));
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  expect(await post(0, "203.0.113.8")).toBe(303);
  await site.stop();
});

it("replaces the socket of a killed server, but not one in use or another file", async () => {
  await (await start()).kill();
  expect(existsSync(path)).toBe(true);
  const site = await start();
  await expect(start()).rejects.toThrow(`HOST: ${path}: another program uses this socket. Stop that program first.`);
  expect((await send("/healthz")).body).toBe("ok");
  await site.stop();
  await writeFile(path, "notes");
  await expect(start()).rejects.toThrow(`HOST: ${path}: this is no socket. Name another path.`);
  const missing = join(folder.path, "missing/http.sock");
  await expect(start(missing)).rejects.toThrow(`${join(folder.path, "missing")}: there is no such file or folder.`);
});
