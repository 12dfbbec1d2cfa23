import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres } from "../support/stores.ts";

/** Number of log lines, of 8 kB each. */
const LINES = 200;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
});
afterAll(() => folder.remove());

/** Requests a path without the normalization of `fetch`. Returns the status. */
async function request(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  return Number((await text(socket)).split(" ", 2)[1]);
}

describe.skipIf(isPostgres)("the log", () => {
  it("has no token or password, whatever writes it, and only lines of JSON", async () => {
    const preload = pathToFileURL("tests/support/noisyLibrary.ts").href;
    const env = { NODE_OPTIONS: `--import=${preload}`, LOG_LEVEL: "debug" };
    const site = await startSite({ editions, data: folder.path, env });
    for (const path of ["/newsletter/unsubscribe/1-secret%", "/%E0%A4%A", "/a/%zz?b=c"])
      expect(await request(site.url, path)).toBe(400);
    // Valid escapes in a path lead to an ordinary 404 page. A query may contain any escape.
    for (const path of ["/newsletter/preferences/1-secret", "/caf%C3%A9", "/search%2Fa"])
      expect(await request(site.url, path)).toBe(404);
    expect(await request(site.url, "/about?a=%")).toBe(200);
    process.kill(site.pid, "SIGUSR2");
    await site.logs((log) => ["warning: ", "rejection: ", '"console":"trace"'].every((part) => log.includes(part)));
    await site.stop();
    const lines = site.written().trim().split("\n");
    expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => "object"));
    const noisy = lines.filter((line) => line.includes("/newsletter/unsubscribe/…"));
    expect(noisy.filter((line) => line.includes("smtp://…@mail.example")).length).toBeGreaterThanOrEqual(8);
    expect(site.written()).not.toMatch(/secret|hunter2/);
  });

  it("drops and counts lines while nothing reads standard output, and goes on when something does", async () => {
    const preload = pathToFileURL("tests/support/noisyLibrary.ts").href;
    const child = spawn(process.execPath, ["build/bundle/main.js"], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: "0",
        DNS_SERVERS: "127.0.0.1:9",
        EDITIONS_DIR: editions,
        DATA_DIR: folder.path,
        NODE_OPTIONS: `--import=${preload}?lines=${LINES}`,
        DATABASE_URL: `sqlite:${join(folder.path, "stuck.db")}`,
      },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [{ port }] = await once(child, "message");
    // Logs more than the pipe and the server hold while nothing reads the pipe. Responses must not wait for the log.
    child.kill("SIGUSR2");
    for (const path of ["/about", "/faq", "/contact"])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    let written = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      written += chunk;
    });
    await expect.poll(() => written, { timeout: 10_000 }).toContain("log lines dropped");
    child.kill("SIGTERM");
    const [status] = await once(child, "close");
    const lines = written
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { lines: dropped } = lines.find(({ msg }) => msg.startsWith("log lines dropped"));
    const noisy = lines.filter(({ msg }) => msg.startsWith("line "));
    expect(noisy.length).toBeGreaterThan(0);
    expect(noisy.length + dropped).toBe(LINES);
    expect([status, lines.at(-1).msg]).toEqual([0, "stopped"]);
  });
});
