import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { findFreePort } from "../support/freePort.ts";
import { writeMinimalEdition } from "../support/minimalEdition.ts";
import { readUntil } from "../support/readUntil.ts";
import { temporaryFolder } from "../support/site.ts";

const STORY = "---\ntitle: The Bridge Is Open\nsection: schools\n---\n\nCars cross it again.\n";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let edition: string;
/** Environment variables for the commands that add stories. */
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = join(folder.path, "editions");
  await writeMinimalEdition(editions, "http://127.0.0.1:9/feed.xml", "hosts: [harbor.example]\n");
  edition = join(editions, "harbor");
  env = { EDITIONS_DIR: editions, DATABASE_URL: `sqlite:${join(folder.path, "data/broadsheet.db")}` };
});

afterAll(() => folder.remove());

/** Starts a preview as npx does: as the child of a shell. Only the shell gets the signals that are sent to npx. */
async function startPreview() {
  const port = await findFreePort();
  const command = [process.execPath, resolve("bin/broadsheet.js"), "preview", edition, "--port", String(port)];
  const shell = spawn("sh", ["-c", '"$@"; true', "sh", ...command], {
    cwd: folder.path,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...{ ...process.env, npm_command: "exec", TMPDIR: folder.path, LOG_LEVEL: "info" },
      SMTP_URL: "smtp://mail.example",
    },
  });
  // The pipe of the shell's output stays open until the preview ends, even if the shell ends earlier.
  const ended = once(shell.stdout, "close");
  let output = "";
  shell.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const read = (text: string) =>
    readUntil(
      async () => {
        expect(shell.exitCode).toBe(null);
        return output;
      },
      (output) => output.includes(text),
    );
  const stop = async (child: ChildProcess) => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url: `http://localhost:${port}`, read, stop: () => stop(shell) };
}

it("serves one edition at localhost with the newsroom's stories, which it keeps, and ends with npx", async () => {
  const preview = await startPreview();
  const { url, read } = preview;
  let other: typeof preview | undefined;
  try {
    await read(`${url} shows ${edition}, and reloads as you save its files. Ctrl-C stops it.\n`);
    await read("\n  npx broadsheet stories add FILE.md --edition harbor\n");
    expect(await (await fetch(url)).text()).toContain("Local news from Port Harbor.");
    const getVersion = async () => (await fetch(`${url}/preview/version`)).text();
    const version = await getVersion();

    const file = join(edition, "edition.yaml");
    await writeFile(file, `${await readFile(file, "utf8")}tagline: News of the port. #1\n`);
    await read("editions reloaded");
    await read('found \\"News of the port.\\", and after it a comment, #1; put quotes around both');
    const html = await (await fetch(url)).text();
    expect(html).toContain("News of the port.");
    // Each page contains a version number, which the open page compares with the server's current version number.
    expect(Number(/previewVersion\\?",(\d+)/.exec(html)?.[1])).toBeGreaterThan(Number(version));
    expect(Number(await getVersion())).toBeGreaterThan(Number(version));

    const story = join(folder.path, "story.md");
    await writeFile(story, STORY);
    expect(await broadsheet(["stories", "add", story], env)).toMatchObject({
      status: 0,
      errors: expect.stringContaining("Edition: harbor, The Harbor Light\n"),
    });
    expect(await broadsheet(["stories", "publish", "the-bridge-is-open"], env)).toMatchObject({ status: 0 });
    await readUntil(
      async () => (await fetch(url)).text(),
      (html) => html.includes("The Bridge Is Open"),
    );
    other = await startPreview();
    await other.read("It does not show the newsroom's stories, since another process, such as npm start, uses ");
  } finally {
    await other?.stop();
    await preview.stop();
  }
  await expect(fetch(url)).rejects.toThrow();
  expect((await readdir(folder.path)).filter((name) => name.startsWith("broadsheet-preview"))).toEqual([]);
  expect((await broadsheet(["stories"], env)).output).toContain("the-bridge-is-open");
});

it("says what the file of an edition must be named", async () => {
  await rename(join(edition, "edition.yaml"), join(edition, "edition.yml"));
  const misnamed = await broadsheet(["preview", edition]);
  expect([misnamed.status, misnamed.errors]).toEqual([
    1,
    `${join(edition, "edition.yml")}: this file must be named edition.yaml; rename it.\n`,
  ]);
  const missing = await broadsheet(["preview", folder.path]);
  expect([missing.status, missing.errors]).toEqual([
    1,
    expect.stringContaining("there is no edition.yaml in this folder"),
  ]);
});
