import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { findFreePort } from "../support/freePort.ts";
import { writeMinimalEdition } from "../support/minimalEdition.ts";
import { temporaryFolder } from "../support/site.ts";

it("serves one edition at localhost, and its pages change with its files", async () => {
  const folder = await temporaryFolder();
  const editions = await writeMinimalEdition(
    join(folder.path, "editions"),
    "http://127.0.0.1:9/feed.xml",
    "hosts: [harbor.example]\n",
  );
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const edition = join(editions, "harbor");
  const child = spawn(process.execPath, ["build/bundle/cli.js", "preview", edition, "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: folder.path, SMTP_URL: "smtp://mail.example", LOG_LEVEL: "info" },
  });
  // Ends the waits of a preview that did not start.
  const ended = new AbortController();
  child.once("exit", () => ended.abort());
  child.stdout.setEncoding("utf8");
  let output = "";
  const readUntil = async (text: string) => {
    while (!output.includes(text)) output += (await once(child.stdout, "data", { signal: ended.signal }))[0];
  };
  try {
    await readUntil(`${url} shows ${edition}, and reloads as you save its files. Ctrl-C stops it.\n`);
    expect(await (await fetch(url)).text()).toContain("Local news from Port Harbor.");
    const getVersion = async () => (await fetch(`${url}/preview/version`)).text();
    const version = await getVersion();

    const file = join(edition, "edition.yaml");
    await writeFile(file, `${await readFile(file, "utf8")}tagline: News of the port.\n`);
    await readUntil("editions reloaded");
    const html = await (await fetch(url)).text();
    expect(html).toContain("News of the port.");
    // Open pages compare this number with the current one.
    expect(Number(/previewVersion\\?",(\d+)/.exec(html)?.[1])).toBeGreaterThan(Number(version));
    expect(Number(await getVersion())).toBeGreaterThan(Number(version));
  } finally {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await folder.remove();
  }
  const missing = await broadsheet(["preview", edition]);
  expect([missing.status, missing.errors]).toEqual([
    1,
    expect.stringContaining("there is no edition.yaml in this folder"),
  ]);
});
