import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../server/config.ts";
import { isInstalled } from "../support/reverseProxy.ts";
import { findVarnishSkipReason } from "../support/varnish.ts";

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  [key: string]: unknown;
}

interface Validate {
  (value: unknown): boolean;
  errors: { instancePath: string; message?: string; keyword: string }[] | null;
}

/** Modules of the schemas, by the kind of manifest. */
const SCHEMAS: Record<string, () => Promise<unknown>> = {
  ConfigMap: () => import("kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap"),
  Deployment: () => import("kubernetes-models/_schemas/IoK8sApiAppsV1Deployment"),
  Job: () => import("kubernetes-models/_schemas/IoK8sApiBatchV1Job"),
  PodDisruptionBudget: () => import("kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget"),
  Secret: () => import("kubernetes-models/_schemas/IoK8sApiCoreV1Secret"),
  Service: () => import("kubernetes-models/_schemas/IoK8sApiCoreV1Service"),
};

let folder: string;
let manifests: Manifest[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "broadsheet-"));
  const source = await readFile("deploy/kubernetes.yaml", "utf8");
  manifests = parseAllDocuments(source, { strict: true }).map((document) => document.toJS() as Manifest);
});

afterAll(() => rm(folder, { recursive: true }));

/** Checks a manifest with the schema of its kind. Returns a line per fault, and per key that the schema lacks. */
async function findFaults(manifest: Manifest): Promise<string[]> {
  const load = SCHEMAS[manifest.kind];
  if (!load) throw new Error(`SCHEMAS has no ${manifest.kind}.`);
  const { validate } = (await load()) as { validate: Validate };
  const unread = new Set<string>();
  validate(observe(manifest, manifest.kind, unread));
  return [
    ...(validate.errors ?? []).map(({ instancePath, keyword }) => `${manifest.kind}${instancePath}: ${keyword}`),
    ...[...unread].map((path) => `${path}: unknown key`),
  ];
}

/** Returns a copy of a value, and keeps in `unread` the paths of the copy's keys that nothing has read yet. */
function observe(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const toPath = (key: string) => `${path}/${key}`;
  const copy = Object.entries(value).map(([key, item]) => [key, observe(item, toPath(key), unread)] as const);
  if (Array.isArray(value)) return copy.map(([, item]) => item);
  for (const [key] of copy) unread.add(toPath(key));
  return new Proxy(Object.fromEntries(copy), {
    get(target, key) {
      unread.delete(toPath(String(key)));
      return Reflect.get(target, key);
    },
  });
}

describe("deploy/kubernetes.yaml", () => {
  it("follows the schemas of Kubernetes, without unknown keys", async () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([
      ...["ConfigMap", "Secret", "Secret", "Job", "Service", "PodDisruptionBudget", "Deployment"],
    ]);
    for (const manifest of manifests) expect(await findFaults(manifest)).toEqual([]);
    const wrong = { ...(manifests[4] as Manifest), spec: { port: 80, ports: [{ port: "http" }] } };
    expect(await findFaults(wrong)).toEqual(["Service/spec/ports/0/port: type", "Service/spec/port: unknown key"]);
  });

  it("has settings that the server accepts", () => {
    const settings = manifests.flatMap(({ metadata, data, stringData }) =>
      metadata.name === "broadsheet" ? [data, stringData] : [],
    );
    expect(readConfig(Object.assign({}, ...settings))).toMatchObject({ EDITIONS_SOURCE: "store", MIGRATE: "off" });
  });

  it("gives servers more time to end than they take, and shares one key for takedowns", () => {
    const { spec } = manifests[6] as unknown as { spec: { template: { spec: Record<string, unknown> } } };
    const drainSeconds = Number(manifests[0]?.data?.DRAIN_SECONDS);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 10);
    expect(manifests[2]?.stringData?.["takedown.key"]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("deploy/compose.one.yaml", () => {
  it("has settings that the server accepts, with own editions, metrics and limited logs", async () => {
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const [result] = linter.lintFiles(["deploy/compose.one.yaml"], false);
    expect(result?.messages.filter(({ rule }) => rule === "invalid-schema")).toEqual([]);
    const { server } = parse(await readFile("deploy/compose.one.yaml", "utf8")).services;
    const environment = {
      ...server.environment,
      SITE_URL: "https://news.example",
      EDITIONS: "",
      SMTP_URL_FILE: "",
      DESK_URL: "",
    };
    expect(readConfig(environment)).toMatchObject({ EDITIONS_DIR: "/editions", METRICS_PORT: 9464 });
    expect(server.volumes).toContainEqual(expect.stringMatching(/^\$\{EDITIONS_PATH\S+:\/editions:ro$/));
    expect(server.logging.options).toEqual({ "max-size": "10m", "max-file": "10" });
  });
});

describe("deploy/compose.yaml", () => {
  it("limits the logs of each container, and has ports of its own for each server's desk and metrics", async () => {
    const { services } = parse(await readFile("deploy/compose.yaml", "utf8"), { merge: true });
    for (const { logging } of Object.values<{ logging: object }>(services))
      expect(logging).toEqual({ driver: "json-file", options: { "max-size": "10m", "max-file": "10" } });
    const ports = ["server1", "server2", "server3"].map((name) => services[name].ports);
    const toPorts = (number: number) => [`127.0.0.1:${3001 + number}:3001`, `127.0.0.1:${9464 + number}:9464`];
    expect(ports).toEqual([0, 1, 2].map(toPorts));
  });

  it("follows the Compose Specification", async () => {
    const file = join(folder, "compose.yaml");
    await writeFile(file, (await readFile("deploy/compose.yaml", "utf8")).replace("mem_limit", "memLimit"));
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const results = linter.lintFiles(["deploy/compose.yaml", file], false);
    const faults = results.map(({ messages }) => messages.filter(({ rule }) => rule === "invalid-schema").length);
    expect(faults).toEqual([0, 1]);
  });

  it("has settings that the server accepts", async () => {
    const { services } = parse(await readFile("deploy/compose.yaml", "utf8"), { merge: true });
    const values: Record<string, string> = { SITE_URL: "https://news.example", IMAGES_URL: "s3://news-photos/site" };
    const environment = Object.entries<string>(services.server1.environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, variable) => values[variable] ?? ""),
    ]);
    expect(readConfig(Object.fromEntries(environment))).toMatchObject({ EDITIONS_SOURCE: "store", DRAIN_SECONDS: 4 });
  });

  const skipReason = findVarnishSkipReason();
  it.skipIf(skipReason)(
    `has servers that Varnish's configuration names${skipReason ? ` (${skipReason})` : ""}`,
    async () => {
      const { stdout } = spawnSync("sh", ["deploy/clusterVcl.sh"], { encoding: "utf8" });
      const { services } = parse(await readFile("deploy/compose.yaml", "utf8"), { merge: true });
      const addresses = ["server1", "server2", "server3"].map((name) => services[name].networks.inner.ipv4_address);
      expect(stdout.match(/(?<=\.host = ")[^"]+/g)).toEqual(addresses);
      expect(stdout).not.toContain("= broadsheet;");
      const pipe = /\n\s+set req\.backend_hint = servers\.backend\(by=KEY, .+X-Forwarded-For\)\);\n\s+return \(pipe\);/;
      expect(stdout).toMatch(pipe);
      const file = join(folder, "cluster.vcl");
      await writeFile(file, stdout);
      const { status, stderr } = spawnSync("varnishd", ["-j", "none", "-C", "-f", file], {
        encoding: "utf8",
        maxBuffer: 64e6,
      });
      expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
    },
  );
});

const canVerify = isInstalled("systemd-analyze", "--version");

it.skipIf(!canVerify)(`systemd accepts the units${canVerify ? "" : " (systemd is not installed)"}`, () => {
  const parts = ["", "-backup", "-alarm"].map((part) => `broadsheet${part}`);
  const units = [
    ...parts.map((part) => `${part}.service`),
    "broadsheet.socket",
    ...parts.slice(1).map((part) => `${part}.timer`),
  ];
  const files = units.map((unit) => `deploy/${unit}`);
  const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", ...files], { encoding: "utf8" });
  // Ignores errors about the units' program and user, neither of which exists on this machine.
  const faults = `${stdout}${stderr}`
    .split("\n")
    .filter((line) => /broadsheet[\w-]*\.(service|socket|timer)/.test(line))
    .filter((line) => !/is not executable|No such file|Unknown user/.test(line));
  expect(faults).toEqual([]);
});

it("opens the same port by the socket unit as the proxies ask", async () => {
  const [socket, caddy, nginx] = await Promise.all(
    ["broadsheet.socket", "Caddyfile", "nginx.conf"].map((file) => readFile(`deploy/${file}`, "utf8")),
  );
  const address = /^ListenStream=(.+)$/m.exec(socket ?? "")?.[1];
  expect(address).toBe(`127.0.0.1:${readConfig({}).PORT}`);
  for (const proxy of [caddy, nginx]) expect(proxy).toContain(address);
});

it("asks for the desk where the server serves it", async () => {
  const { DESK_HOST, DESK_PORT } = readConfig({});
  for (const file of ["Caddyfile.desk", "nginx.desk.conf"])
    expect(await readFile(`deploy/${file}`, "utf8")).toContain(`${DESK_HOST}:${DESK_PORT}`);
  const { server } = parse(await readFile("deploy/compose.one.yaml", "utf8")).services;
  expect(server.ports).toContain(`127.0.0.1:${DESK_PORT}:${DESK_PORT}`);
});
