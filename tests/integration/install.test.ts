import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { getNodePackage } from "../../bin/machine.js";
import packageFile from "../../package.json" with { type: "json" };
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { isLong } from "../support/longTests.ts";
import { temporaryFolder } from "../support/site.ts";

/** Versions of npm: Debian 13's, Node 20's, and the newest one that does not create `node_modules/.bin/node`. */
const NPM_VERSIONS = { debian: "9.2.0", node20: "10.8.2", last: "11.6.1" };
/** Time limit, in ms, of a test that installs all packages twice on a slow machine. */
const LONG_LIMIT_MS = 1_800_000;
/** Oldest version of Node that can run the commands' check for an outdated Node. Ubuntu 22.04 has Node 12. */
const OLD_NODE = "12.22.12";
/** User "nobody", who owns nothing. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
/** Folders of a working tree that a clone does not contain. */
const GENERATED = ["node_modules", ".git", ".react-router", "data", "test-results", "playwright-report"];
/** Folders of which a site that is built needs nothing. */
const UNUSED = ["bench", "docs", "tests"];
/** Packages that npm installs in the clone for npm 10. The clone has hard links of the others. */
const MISSING = [getNodePackage(process), "hono"];
/** Settings of npm with which every connection fails, as on a machine without a network. */
const NO_NETWORK = { npm_config_proxy: "http://127.0.0.1:9", npm_config_https_proxy: "http://127.0.0.1:9" };

/** Matches npm's errors for a package that is neither in its cache nor available from the registry. */
const NOT_FOUND = /\b(EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTCACHED|ENOTFOUND|ETIMEDOUT)\b/;

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

/** Returns a shell's environment: without the project's Node in PATH, and without variables that this run's npm set. */
function getShellEnvironment(): Record<string, string | undefined> {
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !entry.startsWith(process.cwd()));
  const inherited = /^npm_(?!config_)|^npm_config_local_prefix$|^(NODE|NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE)$/;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name))),
    PATH: path.join(":"),
    EDITIONS_DIR: join(folder.path, "editions"),
    HOST: "127.0.0.1",
    PORT: "0",
    DNS_SERVERS: "127.0.0.1:9",
  };
}

/** Installs a version of npm, and returns the path of its program. Skips the test if the version is not available. */
async function installNpm(context: TestContext, version: string): Promise<string> {
  const prefix = join(folder.path, `npm-${version}`);
  const options = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  await mkdir(prefix);
  const { status, stderr } = spawnSync("npm", ["install", "--prefix", prefix, ...options, `npm@${version}`], {
    encoding: "utf8",
    env: getShellEnvironment(),
    cwd: folder.path,
  });
  context.skip(NOT_FOUND.test(stderr), `npm ${version} is neither in the registry nor in npm's cache: ${stderr}`);
  expect([status, stderr]).toEqual([0, ""]);
  return join(prefix, "node_modules/npm/bin/npm-cli.js");
}

/**
 * Copies the files of the working tree that a clone has. With `hasBuild`, copies this build as well, and leaves out what
 * it does not need. Returns the copy's path.
 */
async function clone(name: string, { hasBuild }: { hasBuild: boolean }): Promise<string> {
  const path = join(folder.path, name);
  const left = [...GENERATED, ...(hasBuild ? UNUSED : ["build"])].map((entry) => join(process.cwd(), entry));
  await cp(process.cwd(), path, { recursive: true, filter: (source) => !left.includes(source) });
  if (hasBuild) await utimes(join(path, "build/bundle/main.js"), new Date(), new Date());
  return path;
}

/** Gives a clone the packages of production, as hard links, except for those in `MISSING`. */
async function linkPackages(path: string): Promise<void> {
  const { packages } = JSON.parse(await readFile("node_modules/.package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const skipped = MISSING.map((name) => `node_modules/${name}`);
  const kept = Object.keys(packages).filter((name) => !packages[name]?.dev && !skipped.includes(name));
  // Links the packages inside other packages together with these.
  const folders = kept.filter((name) => name.lastIndexOf("node_modules/") === 0);
  for (const folder of folders) {
    await mkdir(dirname(join(path, folder)), { recursive: true });
    const { status, stderr } = spawnSync("cp", ["-Rl", folder, join(path, folder)], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  }
}

/** Runs a command that serves the site, passes the site's URL to `use`, and then ends the command. */
async function serve<Result>(
  cwd: string,
  [command = "", ...args]: string[],
  use: (url: string) => Promise<Result>,
  { env = {}, user }: { env?: Record<string, string>; user?: number | undefined } = {},
): Promise<Result> {
  const data = join(cwd, "data");
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
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
  const result = await use(`http://127.0.0.1:${port}`);
  child.kill("SIGTERM");
  await closed;
  return result;
}

const readFrontPage = async (url: string) => (await fetch(url)).text();
const isPage = expect.stringContaining("<title>");
/** Runs npm with the machine's Node. */
const runNpm = (cwd: string, npm: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync("node", [npm, ...args], { cwd, encoding: "utf8", env: { ...getShellEnvironment(), ...env } });

it("starts with npm 10, again without a network, and as a production install", async (context) => {
  const npm = await installNpm(context, NPM_VERSIONS.node20);
  const path = await clone("a clone für npm 10", { hasBuild: true });
  // npm takes twelve seconds of CPU time to install all packages.
  if (!isLong) await linkPackages(path);
  // Leaves out packages for development: installing them takes long, and a finished build does not need them.
  const env = { npm_config_omit: "dev", npm_config_ignore_scripts: "true" };
  expect(await serve(path, ["node", npm, "start"], readFrontPage, { env })).toEqual(isPage);

  await rm(join(path, "node_modules/hono"), { recursive: true });
  await utimes(join(path, "node_modules/.package-lock.json"), 0, 0);
  expect(await serve(path, ["node", npm, "start"], readFrontPage, { env: { ...env, ...NO_NETWORK } })).toEqual(isPage);
  expect((await stat(join(path, "node_modules/hono"))).isDirectory()).toBe(true);

  const production = runNpm(path, npm, ["run", "install:production"], NO_NETWORK);
  expect([production.status, production.stderr]).toEqual([0, expect.stringContaining("Ready: ")]);
  // systemd units of version 0.1 start the server through the link node_modules/.bin/node.
  for (const command of ["./broadsheet", "node_modules/.bin/node"]) {
    const args = command.endsWith("node") ? ["bin/broadsheet.js", "--version"] : ["--version"];
    expect(spawnSync(command, args, { cwd: path, encoding: "utf8" })).toMatchObject({
      status: 0,
      stdout: `${packageFile.version}\n`,
    });
  }
});

it.skipIf(!isLong)(
  "installs and builds an empty clone as another user with npm 9, and without scripts",
  { timeout: LONG_LIMIT_MS },
  async (context) => {
    const npm = await installNpm(context, NPM_VERSIONS.debian);
    const path = await clone("npm 9 ünd niemand", { hasBuild: false });
    const cache = join(folder.path, "cache");
    await mkdir(cache);
    if (isRoot) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, path, cache]);
    const env = { npm_config_cache: cache, npm_config_ignore_scripts: "true", HOME: cache };
    const user = isRoot ? NOBODY : undefined;
    expect(await serve(path, ["node", npm, "start"], readFrontPage, { env, user })).toEqual(isPage);

    await rm(join(path, "node_modules"), { recursive: true });
    expect(await serve(path, ["node", npm, "start"], readFrontPage, { env: { ...env, ...NO_NETWORK }, user })).toEqual(
      isPage,
    );
  },
);

it.skipIf(!isLong)(
  "runs scripts of a clone with the last npm that makes no link",
  { timeout: LONG_LIMIT_MS },
  async (context) => {
    const npm = await installNpm(context, NPM_VERSIONS.last);
    const path = await clone("npm 11", { hasBuild: false });
    expect(await serve(path, ["node", npm, "start"], readFrontPage)).toEqual(isPage);
    for (const script of ["floors", "types", "lint", "build"])
      expect([script, runNpm(path, npm, ["run", script])]).toEqual([script, expect.objectContaining({ status: 0 })]);
    expect(await serve(path, ["node", npm, "exec", "broadsheet", "serve"], readFrontPage)).toEqual(isPage);
  },
);

const MACHINES = [
  ["Windows", 'Object.defineProperty(process, "platform", { value: "win32" })', "wsl --install"],
  ["a Linux with musl", "process.report.getReport = () => ({ header: {} })", "use Debian or another Linux with glibc"],
  [
    "an old glibc",
    'process.report.getReport = () => ({ header: { glibcVersionRuntime: "2.17" } })',
    "glibc 2.28 or newer",
  ],
  ["Node 18", 'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } })', "install Node 20 or newer"],
] as const;

it.each(MACHINES)("says in one line what to do on %s", async (_machine, code, advice) => {
  const path = join(folder.path, "no packages");
  await cp("bin", join(path, "bin"), { recursive: true });
  await cp("package.json", join(path, "package.json"));
  const args = ["--import", `data:text/javascript,${encodeURIComponent(code)}`, "bin/run.js", "start"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: path, encoding: "utf8" });
  expect([status, stderr.split("\n").length, stderr]).toEqual([1, 2, expect.stringContaining(advice)]);
});

it.skipIf(!isLong)("says what to do on a Node that cannot read the scripts", (context) => {
  const prefix = join(folder.path, "old node");
  const name = getNodePackage(process);
  const args = ["install", "--prefix", prefix, "--no-audit", "--prefer-offline", `${name}@${OLD_NODE}`];
  const { stderr } = spawnSync("npm", args, { encoding: "utf8", env: getShellEnvironment(), cwd: folder.path });
  context.skip(NOT_FOUND.test(stderr), `${name} ${OLD_NODE} is neither in the registry nor in npm's cache: ${stderr}`);
  const old = join(prefix, "node_modules", name, "bin/node");
  for (const command of [
    ["bin/run.js", "start"],
    ["bin/broadsheet.js", "feeds"],
  ])
    expect(spawnSync(old, command, { encoding: "utf8" })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Broadsheet: Node 12\S+ is too old: install Node 20 .*\n$/),
    });
});

describe("the command ./broadsheet", () => {
  it("says why no Node starts, also through a link, and with an empty PATH", async () => {
    const path = join(folder.path, "launcher");
    await mkdir(path);
    await cp("broadsheet", join(path, "broadsheet"));
    await symlink("launcher/broadsheet", join(folder.path, "link"));
    const run = (command: string) =>
      spawnSync(join(folder.path, command), ["feeds"], { encoding: "utf8", env: { PATH: "" } });
    for (const command of ["launcher/broadsheet", "link"])
      expect(run(command)).toMatchObject({ status: 1, stderr: expect.stringContaining("The packages are missing: ") });

    const node = join(path, "node_modules/node-linux-other/bin/node");
    await mkdir(dirname(node), { recursive: true });
    // Writes a program whose loader is missing, like a program for glibc on a Linux with musl.
    await writeFile(node, "#!/lib64/no-loader.so\n", { mode: 0o755 });
    for (const command of ["launcher/broadsheet", "link"])
      expect(run(command)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`${node} does not start here: `),
      });
    await writeFile(node, "#!/bin/sh\necho libatomic.so.1: cannot open shared object file >&2; exit 127\n");
    expect(run("link")).toMatchObject({ status: 1, stderr: expect.stringContaining("apt-get install libatomic1") });
  });
});

describe.skipIf(process.platform !== "linux")("a release", () => {
  const name = `broadsheet-${packageFile.version}-linux-${process.arch}`;

  /** Writes the release's archive for this machine, and returns the path of the archive. */
  function writeArchive(context: TestContext, out: string): string {
    const args = ["tools/release.ts", `linux-${process.arch}`, "--out", out, "--fast"];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    context.skip(NOT_FOUND.test(stderr), `The packages are neither in the registry nor in npm's cache: ${stderr}`);
    const path = `${join(out, name)}.tar.gz`;
    expect([status, stderr]).toEqual([0, `${path}\n`]);
    return path;
  }

  it("serves an example and draws with an empty PATH", async (context) => {
    const place = join(folder.path, "empty folder");
    await mkdir(place);
    spawnSync("tar", ["-xzf", writeArchive(context, join(folder.path, "release")), "-C", place]);
    const path = join(place, name);
    expect((await readdir(join(path, "editions"))).sort()).toEqual(["chicago", "madison", "milwaukee"]);
    const node = join(path, "node_modules", getNodePackage(process), "bin/node");
    // Makes Node load the archive's own libatomic, as on a machine without this library.
    const env = { PATH: "", EDITIONS: "chicago", EDITIONS_DIR: "editions", LD_LIBRARY_PATH: join(node, "../../lib") };
    const { stdout: maps } = spawnSync(node, ["-p", 'fs.readFileSync("/proc/self/maps", "utf8")'], {
      env,
      encoding: "utf8",
    });
    expect(maps).toContain(join(env.LD_LIBRARY_PATH, "libatomic.so.1"));
    const read = async (url: string) => {
      const page = await readFrontPage(url);
      const [, card = ""] = /property="og:image" content="[^"]*?(\/cards\/[^"]+)"/.exec(page) ?? [];
      // The social image is drawn with sharp, harfbuzzjs and wawoff2, which are not in the bundle.
      const { status, headers } = await fetch(`${url}${card}`);
      return [page, status, headers.get("content-type")];
    };
    const { stdout } = spawnSync(join(path, "broadsheet"), ["--version"], { cwd: path, env, encoding: "utf8" });
    expect(stdout).toBe(`${packageFile.version}\n`);
    expect(await serve(path, ["./broadsheet", "serve"], read, { env })).toEqual([isPage, 200, "image/jpeg"]);
  });

  it.skipIf(!isLong)("is the same each time", async (context) => {
    const [first, second] = ["first", "second"].map((out) => writeArchive(context, join(folder.path, out)));
    expect(spawnSync("cmp", [first ?? "", second ?? ""]).status).toBe(0);
  });
});
