import { spawnSync } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { isInstalled } from "../support/reverseProxy.ts";
import { feedPath, getSectionFeeds, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let metricsUrl: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveSectionFeeds(host);
  host.fault(feedPath("food"), { kind: "status", status: 410 }, "all");
  host.fault(feedPath("sports"), { kind: "status", status: 500 }, "all");
  const feeds = getSectionFeeds(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds, relays: [] });
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, METRICS_PORT: "0" };
  site = await startSite({ editions, data: folder.path, env });
  const line = /"port":(\d+),"host":"127\.0\.0\.1","msg":"serving metrics"/;
  await site.logs((log) => line.test(log));
  const [, port] = line.exec(site.written()) ?? [];
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  await waitForPolls(site, SECTIONS.length);
});

afterAll(async () => {
  await site.stop();
  await host.close();
  await folder.remove();
});

const canCheck = isInstalled("promtool", "--version");

/** Returns the scraped values by metric with labels, such as `broadsheet_feeds{outcome="ok"}`. */
async function scrape(): Promise<Map<string, number>> {
  const response = await fetch(metricsUrl);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("version=0.0.4"),
  ]);
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

/** Returns the number of requests during an action, by route and status. */
async function countRequests(action: () => Promise<void>): Promise<Record<string, number>> {
  const before = await scrape();
  await action();
  const after = await scrape();
  const names = [...after.keys()].filter((name) => name.startsWith("broadsheet_requests_total"));
  const differences = names.map((name) => [
    name.replace(/.*route="(.*)",status="(.*)".*/, "$1 $2"),
    (after.get(name) ?? 0) - (before.get(name) ?? 0),
  ]);
  return Object.fromEntries(differences.filter(([, difference]) => difference !== 0));
}

const get = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
  await (await fetch(site.url + path, { headers })).arrayBuffer();
};

describe("/metrics", () => {
  it("counts requests by pattern of the route and by status, those from the cache included", async () => {
    const counts = await countRequests(async () => {
      for (let times = 0; times < 3; times++) await get("/about");
      for (const path of ["/local", "/article/no-such-story", "/article/nor-this-one", "/a/b/c", "/search?q=secret"])
        await get(path);
      for (const path of ["/local/rss.xml", "/local/rss.xml", "/world/rss.xml", "/healthz", "/media/skyline.webp"])
        await get(path);
      await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams({ name: "Rosa" }) });
    });
    expect(counts).toEqual({
      "/:slug 200": 4,
      "/article/:slug 404": 2,
      "/* 404": 1,
      "/search 200": 1,
      "/:section/rss.xml 200": 3,
      "/healthz 200": 1,
      "/media/:file 200": 1,
      "/contact 422": 1,
    });
  });

  it("counts cache hits and misses", async () => {
    await get("/books");
    const before = await scrape();
    await get("/books");
    await get("/faq");
    const after = await scrape();
    const difference = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(difference("broadsheet_cache_hits_total")).toBe(1);
    expect(difference("broadsheet_cache_misses_total")).toBe(1);
    expect(difference("broadsheet_render_seconds_count")).toBeGreaterThanOrEqual(1);
  });

  it("tells the state of feeds, queues, listeners and checks, and the version", async () => {
    const values = await scrape();
    expect(Object.fromEntries([...values].filter(([name]) => name.startsWith("broadsheet_feeds")))).toEqual({
      'broadsheet_feeds{outcome="ok"}': SECTIONS.length - 2,
      'broadsheet_feeds{outcome="failing"}': 1,
      'broadsheet_feeds{outcome="gone"}': 1,
      'broadsheet_feeds{outcome="waiting"}': 0,
    });
    expect(values.get("broadsheet_poll_lag_seconds")).toBe(0);
    expect(Date.now() / 1000 - (values.get("broadsheet_last_poll_timestamp_seconds") ?? 0)).toBeLessThan(120);
    expect(values.get("broadsheet_radio_listeners")).toBe(0);
    expect(values.get('broadsheet_mail_queue{kind="contact"}')).toBe(0);
    expect(values.get("broadsheet_images_queue")).toBe(0);
    expect(values.get("broadsheet_free_disk_bytes")).toBeGreaterThan(1e6);
    expect(values.get('broadsheet_ready{check="store"}')).toBe(1);
    expect(values.get(`broadsheet_info{version="${packageJson.version}"}`)).toBe(1);
    expect(values.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  });

  it("contains no address, no requested path and no query", async () => {
    await get("/search?q=council&from=rosa@reader.example", { "x-forwarded-for": "203.0.113.9" });
    await get("/newsletter/preferences/12.secret-token");
    const text = await (await fetch(metricsUrl)).text();
    expect(text).not.toMatch(/203\.0\.113|127\.0\.0\.1|council|rosa|secret-token|no-such-story/);
  });

  it("is not served to readers, and nothing else is served beside it", async () => {
    expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
    expect((await fetch(new URL("/", metricsUrl))).status).toBe(404);
  });
});

describe("the dashboard, the alert rules and docs/monitoring.md", () => {
  it("use only metrics that exist", async () => {
    await get("/");
    const names = new Set([...(await scrape()).keys()].map((name) => name.replace(/\{.*/, "")));
    const dashboard = JSON.parse(await readFile("deploy/grafana.json", "utf8")) as {
      panels: { targets: { expr: string }[] }[];
    };
    const alerts = parse(await readFile("deploy/alerts.yml", "utf8")) as {
      groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
    };
    const rules = alerts.groups.flatMap((group) => group.rules);
    const used = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...rules.flatMap(({ expr, annotations }) => [expr, ...Object.values(annotations)]),
    ].flatMap((text) => text.match(/\b(broadsheet|nodejs|process)_\w+/g) ?? []);
    expect(used.length).toBeGreaterThan(30);
    expect([...new Set(used)].filter((name) => !names.has(name))).toEqual([]);
    const own = [...names].filter((name) => name.startsWith("broadsheet_") && !/_(sum|count)$/.test(name));
    expect(own.filter((name) => !used.includes(name))).toEqual([]);
    const documented = (await readFile("docs/monitoring.md", "utf8")).match(/(?<=^\| `)broadsheet_\w+/gm) ?? [];
    expect(new Set(documented)).toEqual(new Set(own.map((name) => name.replace(/_bucket$/, ""))));
    for (const { alert, annotations } of rules)
      expect([alert, Object.keys(annotations)]).toEqual([alert, ["summary", "action"]]);
  });

  it.skipIf(!canCheck)(`are valid for Prometheus${canCheck ? "" : " (promtool is not installed)"}`, async () => {
    const { panels } = JSON.parse(await readFile("deploy/grafana.json", "utf8")) as {
      panels: { targets: { expr: string }[] }[];
    };
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, index) => ({ record: `dashboard:${index}`, expr }));
    const [, config = ""] =
      /```yaml\n(# prometheus\.yml\n.*?)```/s.exec(await readFile("docs/monitoring.md", "utf8")) ?? [];
    await writeFile(join(folder.path, "prometheus.yml"), config.replace("alerts.yml", "alerts.yml, dashboard.yml"));
    await copyFile("deploy/alerts.yml", join(folder.path, "alerts.yml"));
    await writeFile(join(folder.path, "dashboard.yml"), stringify({ groups: [{ name: "dashboard", rules }] }));
    const { stdout, stderr } = spawnSync("promtool", ["check", "config", "prometheus.yml"], {
      cwd: folder.path,
      encoding: "utf8",
    });
    expect([stderr, stdout.match(/SUCCESS: \d+ rules found/g)?.length]).toEqual(["", 2]);
  });
});
