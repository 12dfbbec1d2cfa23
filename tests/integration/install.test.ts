import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, it, type TestContext } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { isLong } from "../support/longTests.ts";
import { temporaryFolder } from "../support/site.ts";

/** Versions of npm: Debian 13's, Node 20's, and the last one that makes no `node_modules/.bin/node`. */
const NPM_VERSIONS = { debian: "9.2.0", node20: "10.8.2", last: "11.6.1" };
/** Limit of a test that installs all packages twice, on a slow machine. */
const LONG_LIMIT_MS = 1_800_000;
/** User "nobody", who owns nothing. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
/** Folders of a clone that Git does not have. */
const GENERATED = ["node_modules", ".git", ".react-router", "data", "test-results", "playwright-report"];
/** Every connection fails, as on a machine without a network. */
const NO_NETWORK = { npm_config_proxy: "http://127.0.0.1:9", npm_config_https_proxy: "http://127.0.0.1:9" };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await temporaryFolder();
  await chmod(folder.path, 0o755);
  await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
});

afterAll(async () => {
  for (const { pid = 0 } of children) process.kill(-pid, "SIGKILL");
  await folder.remove();
});

/** Returns the environment of a shell: without the project's Node in PATH, and without what the npm of this run set. */
function getShellEnvironment(): Record<string, string | undefined> {
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !entry.startsWith(process.cwd()));
  const inherited = /^npm_(?!config_)|^npm_config_local_prefix$|^(NODE|NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE)$/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name))),
    PATH: path.join(":"),
    EDITIONS_DIR: join(folder.path, "editions"),
    ...{ HOST: "127.0.0.1", PORT: "0", DNS_SERVERS: "127.0.0.1:9" },
  };
}

/** Installs a version of npm, and returns the path of its program. Skips the test if it cannot be had. */
async function installNpm(context: TestContext, version: string): Promise<string> {
  const prefix = join(folder.path, `npm-${version}`);
  const options = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  await mkdir(prefix);
  const { status, stderr } = spawnSync("npm", ["install", "--prefix", prefix, ...options, `npm@${version}`], {
    ...{ encoding: "utf8", env: getShellEnvironment(), cwd: folder.path },
  });
  context.skip(status !== 0, `npm ${version} can be had neither from the registry nor from npm's cache: ${stderr}`);
  return join(prefix, "node_modules/npm/bin/npm-cli.js");
}

/** Copies the working tree as a clone, with this build or with none. */
async function clone(name: string, { hasBuild }: { hasBuild: boolean }): Promise<string> {
  const path = join(folder.path, name);
  const left = [...GENERATED, ...(hasBuild ? [] : ["build"])].map((entry) => join(process.cwd(), entry));
  await cp(process.cwd(), path, { recursive: true, filter: (source) => !left.includes(source) });
  if (hasBuild) await utimes(join(path, "build/bundle/main.js"), new Date(), new Date());
  return path;
}

/** Runs a command that serves the site in a clone, reads the front page, and ends the command. */
async function readFrontPage(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
  user?: number,
): Promise<string> {
  const data = join(cwd, "data");
  const child = spawn(command, args, {
    ...{ cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] },
    ...(user ? { uid: user, gid: user } : {}),
    env: { ...getShellEnvironment(), DATA_DIR: data, DATABASE_URL: `sqlite:${join(data, "broadsheet.db")}`, ...env },
  });
  children.add(child);
  const closed = once(child, "close").then(() => children.delete(child));
  let output = "";
  const port = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk) => {
        output += stripVTControlCharacters(chunk);
        const [, found] = /"port":(\d+).*"listening"/.exec(output) ?? [];
        if (found) resolve(found);
      });
    child.on("error", reject);
    child.on("close", () => reject(new Error(`The command ended:\n${output}`)));
  });
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  child.kill("SIGTERM");
  await closed;
  return page;
}

const isPage = expect.stringContaining("<title>");
/** The machine's Node, which runs npm. */
const runNpm = (cwd: string, npm: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync("node", [npm, ...args], { cwd, encoding: "utf8", env: { ...getShellEnvironment(), ...env } });

it("starts with npm 10, again without a network, and as a production install", async (context) => {
  const npm = await installNpm(context, NPM_VERSIONS.node20);
  const path = await clone("a clone für npm 10", { hasBuild: true });
  // Packages for development would take twice as long to install, and this build needs none.
  const env = { npm_config_omit: "dev", npm_config_ignore_scripts: "true" };
  expect(await readFrontPage(path, "node", [npm, "start"], env)).toEqual(isPage);

  await rm(join(path, "node_modules/hono"), { recursive: true });
  await utimes(join(path, "node_modules/.package-lock.json"), 0, 0);
  expect(await readFrontPage(path, "node", [npm, "start"], { ...env, ...NO_NETWORK })).toEqual(isPage);
  expect((await stat(join(path, "node_modules/hono"))).isDirectory()).toBe(true);

  const production = runNpm(path, npm, ["run", "install:production"], NO_NETWORK);
  expect([production.status, production.stderr]).toEqual([0, expect.stringContaining("Ready: ")]);
  // Units of version 0.1 name the link.
  for (const command of ["./broadsheet", "node_modules/.bin/node"]) {
    const args = command.endsWith("node") ? ["bin/broadsheet.js", "--version"] : ["--version"];
    expect(spawnSync(command, args, { cwd: path, encoding: "utf8" })).toMatchObject({
      ...{ status: 0, stdout: `${packageFile.version}\n` },
    });
  }
});

it.skipIf(!isLong)(
  "installs and builds an empty clone as another user with npm 9, and without scripts",
  async (context) => {
    const npm = await installNpm(context, NPM_VERSIONS.debian);
    const path = await clone("npm 9 ünd niemand", { hasBuild: false });
    const cache = join(folder.path, "cache");
    await mkdir(cache);
    if (isRoot) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, path, cache]);
    const env = { npm_config_cache: cache, npm_config_ignore_scripts: "true", HOME: cache };
    const user = isRoot ? NOBODY : undefined;
    expect(await readFrontPage(path, "node", [npm, "start"], env, user)).toEqual(isPage);

    await rm(join(path, "node_modules"), { recursive: true });
    const offline = { ...env, ...NO_NETWORK };
    expect(await readFrontPage(path, "node", [npm, "start"], offline, user)).toEqual(isPage);
  },
);

it.skipIf(!isLong)(
  "runs scripts of a clone with the last npm that makes no link",
  { timeout: LONG_LIMIT_MS },
  async (context) => {
    const npm = await installNpm(context, NPM_VERSIONS.last);
    const path = await clone("npm 11", { hasBuild: false });
    expect(await readFrontPage(path, "node", [npm, "start"])).toEqual(isPage);
    for (const script of ["floors", "types", "lint", "build"])
      expect([script, runNpm(path, npm, ["run", script])]).toEqual([script, expect.objectContaining({ status: 0 })]);
    expect(await readFrontPage(path, "node", [npm, "exec", "broadsheet", "serve"])).toEqual(isPage);
  },
);
