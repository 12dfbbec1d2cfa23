import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve(feedPath("local"), { body: createSectionFeed(host, "local") });
  host.fault("/dead.xml", { kind: "status", status: 500 });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      section === "local"
        ? [host.url(feedPath("local")), { url: host.url("/dead.xml"), publisher: "The Dead Wire" }]
        : [],
    relays: [],
  });
  env = {
    ALLOW_PRIVATE_HOSTS: host.allowed,
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    EDITIONS_DIR: editions,
  };
  site = await startSite({ editions, data: folder.path, env });
  await site.logs((log) => log.includes('"feed polled"') && log.includes("feed failed"));
});

afterAll(async () => {
  await site.stop();
  await host.close();
  await folder.remove();
});

const run = async (args: string[], input: unknown) => {
  const { status, output } = await broadsheet(args, {}, JSON.stringify(input));
  return { status, result: output && JSON.parse(output) };
};

describe("npx broadsheet clean --json", () => {
  it("sanitizes a list of HTML strings", async () => {
    const { result, status } = await run(
      ["clean", "--json", "--base", "https://news.example/story"],
      [
        '<p onclick="x()">One <script>alert(1)</script><a href="/two?utm_source=feed&id=2">two</a></p>',
        '<p>Text</p><p> </p><p>The post <a href="https://a.example">Title</a> appeared first on <a href="https://a.example">A</a>.</p>',
        '<img src="https://pixel.example/p.gif" width="1" height="1"><div class="sharedaddy">Share this</div>',
        '<iframe src="https://www.youtube.com/embed/abc" title="A film"></iframe><iframe src="https://maps.example/x"></iframe>',
      ],
    );
    expect(status).toBe(0);
    expect(result).toEqual([
      '<p>One <a href="https://news.example/two?id=2" rel="noopener nofollow">two</a></p>',
      "<p>Text</p>",
      "",
      '<a href="https://www.youtube.com/embed/abc" rel="noopener nofollow" data-embed="player">A film</a><a href="https://maps.example/x" rel="noopener nofollow">maps.example</a>',
    ]);
  });

  it("rejects other input and unknown options", async () => {
    const invalid = await broadsheet(["clean", "--json"], {}, "<p>no list</p>");
    expect(invalid).toMatchObject({ status: 1, output: "", errors: expect.stringContaining("JSON array of strings") });
    expect((await broadsheet(["clean"])).status).toBe(2);
    expect((await broadsheet(["date", "--base", "x"])).errors).toContain("Unknown option '--base'");
  });

  it("prints no stack trace if the reader of its output has ended", async () => {
    const child = spawn(process.execPath, ["build/bundle/cli.js", "environment"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const [errors] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect([errors, child.exitCode]).toEqual(["", 0]);
  });
});

describe("npx broadsheet date --json", () => {
  it("parses a list of dates", async () => {
    const { result } = await run(
      ["date", "--json"],
      ["Thu, 17 Apr 2025 06:30:00 EST", "2025-04-17T06:30:00+02:00", "yesterday", ""],
    );
    expect(result).toEqual(["2025-04-17T11:30:00.000Z", "2025-04-17T04:30:00.000Z", null, null]);
  });

  const dates = "../shared/corpora/dates.json";
  it.skipIf(!existsSync(dates))(
    "parses the dates of other projects' test suites, except for policy decisions",
    async () => {
      const cases = JSON.parse(readFileSync(dates, "utf8")) as {
        input: string;
        expectedIso?: string | null;
        expectedDate?: string;
        policy?: boolean;
        note?: string;
      }[];
      const { result } = await run(
        ["date", "--json"],
        cases.map(({ input }) => input),
      );
      const wrong = cases.flatMap(({ input, expectedIso, expectedDate, policy, note }, index) => {
        if (policy) return [];
        const found: string | null = result[index];
        const tolerance = note?.startsWith("tolerance") ? 24 * 3_600_000 : 1000;
        const isRight =
          expectedIso === null
            ? found === null
            : found !== null &&
              (expectedIso === undefined || Math.abs(Date.parse(found) - Date.parse(expectedIso)) < tolerance) &&
              (expectedDate === undefined ||
                Math.abs(Date.parse(found) - Date.parse(expectedDate)) <= 24 * 3_600_000 + 300_000);
        return isRight ? [] : [`${input}: ${found} instead of ${expectedIso ?? expectedDate}`];
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe("npx broadsheet feeds", () => {
  it("prints the state of each feed", async () => {
    const { output, status } = await broadsheet(["feeds"], env);
    expect(status).toBe(0);
    const [head, ...rows] = output.trimEnd().split("\n");
    expect(head).toMatch(/^publisher +sections +state +transport +every +last success +next +failures +feed +error$/);
    expect(rows.find((row) => row.startsWith("The Test Wire"))).toMatch(/local +working +direct +\d+ min +20\d\d-/);
    expect(rows.find((row) => row.startsWith("The Dead Wire"))).toMatch(
      /silent .* direct: Responded with status 500\.$/,
    );
  });

  it("fetches the feeds now and prints errors", async () => {
    const { output, status } = await broadsheet(["feeds", "check"], env);
    expect(output).toMatch(/^read +direct +8 /m);
    expect(output).toMatch(/^failed .*dead\.xml +direct: Responded with status 500\.$/m);
    expect(output).toContain("1 of 2 feeds read.");
    expect(status).toBe(1);
    const one = await broadsheet(["feeds", "check", host.url(feedPath("local"))], env);
    expect(one).toMatchObject({ status: 0, output: expect.stringContaining("1 of 1 feeds read.") });
  });

  it("matches the public page /sources, which shows no errors", async () => {
    const html = await (await fetch(`${site.url}/sources`)).text();
    const texts = [
      ...["<h1", ">Sources<", "The Test Wire", "The Dead Wire", "Working", "No response yet."],
      ...["stories in 14 days", "<svg", "Last response: ", "none yet"],
    ];
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
    // Errors are for the operator only.
    expect(html.includes("status 500")).toBe(false);
  });

  it("logs one line per poll", () => {
    const lines = site
      .written()
      .split("\n")
      .filter((line) => line.includes(feedPath("local")));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      feed: host.url(feedPath("local")),
      publisher: "The Test Wire",
      transport: "direct",
      articles: 8,
      added: 8,
      changed: 0,
      failures: 0,
      attempts: [{ transport: "direct", status: 200, reason: null }],
    });
  });

  it("makes the running server poll all feeds", async () => {
    const paths = [feedPath("local"), "/dead.xml"];
    const polled = paths.map((path) => host.waitForRequests(path, host.requests(path).length + 1));
    const { status, output } = await broadsheet(["feeds", "poll", "--all"], env);
    expect([status, output]).toEqual([0, expect.stringMatching(/^2 feeds and \d+ calendars are due now\.$/m)]);
    await Promise.all(polled);
    const wrong = await broadsheet(["feeds", "check", "--all"], env);
    expect([wrong.status, wrong.errors]).toEqual([2, expect.stringContaining("--all is for feeds poll")]);
  });
});

describe("npx broadsheet takedown", () => {
  it.each([
    ["no-such-story"],
    ["source", "The Herald"],
    ["image", "https://times.example/none.jpg"],
    ["story", "morning-local-story-1", "--undo"],
  ])("does not know %s %s", async (...args) => {
    const { status, output } = await broadsheet(["takedown", ...args], env);
    expect(status).toBe(1);
    expect(output).toContain(args.findLast((arg) => !arg.startsWith("--")));
  });

  it.each<string[]>([[], ["story", "one", "two"], ["one", "--undo", "--reason", "None"]])(
    "rejects %s %s %s",
    async (...args) => {
      expect(await broadsheet(["takedown", ...args], env)).toMatchObject({
        status: 2,
        errors: expect.stringMatching(/^broadsheet: takedown /),
      });
    },
  );

  it("has a help of its own", async () => {
    const { status, output } = await broadsheet(["takedown", "--help"]);
    expect([status, output]).toEqual([0, expect.stringMatching(/^ {2}takedown SLUG [\s\S]+ {6}--undo /m)]);
    expect(output).not.toContain("  stories ");
    expect((await broadsheet(["--help"])).output).toContain("  stories ");
  });
});
