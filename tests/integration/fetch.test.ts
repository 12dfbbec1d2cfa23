import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet, type CommandResult } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import type { Fault } from "../support/faults.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let editions: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: host.relays });
});

afterAll(async () => {
  await host.close();
  await folder.remove();
});

const fetchFeeds = (...urls: string[]): Promise<CommandResult> =>
  broadsheet(["fetch", ...urls], { EDITIONS_DIR: editions, ALLOW_PRIVATE_HOSTS: host.allowed });

/** Returns the rows of attempts in a command's output, without ports, sizes and times. */
const getAttempts = ({ output }: Pick<CommandResult, "output">) =>
  output
    .split("\n")
    .filter((line) => /^ {2}(direct|wrapper|passthrough|converter) /.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^(wrapper|passthrough|converter) 127\.0\.0\.1:\d+/, "$1")
        .replace(/\s+(\S+)\s+\d+\s+\d+\s+/, " $1 "),
    );

/** Descriptions of responses, each with the fault that causes the response and the row that the command prints. */
const FAULTS_OF_FEEDS: [description: string, fault: Fault, row: string][] = [
  ["a status", { kind: "status", status: 500 }, "direct 500 Responded with status 500."],
  ["too many requests", { kind: "status", status: 429 }, "direct 429 Responded with status 429."],
  ["an unexpected 304", { kind: "status", status: 304 }, "direct 304 Responded with status 304."],
  ["a page", { kind: "page" }, "direct 200 This is a web page, not a feed."],
  ["an empty response", { kind: "empty" }, "direct 200 The response is empty."],
  [
    "XML with a parse error",
    { kind: "broken" },
    "direct 200 The XML is malformed: The text ends inside the element title.",
  ],
  ["a closed connection", { kind: "cut" }, "direct - 127.0.0.1:PORT closed the connection."],
  ["half a response", { kind: "half" }, "direct - 127.0.0.1:PORT closed the connection."],
  [
    "a redirect to a private address",
    { kind: "redirect", to: "http://10.0.0.1/" },
    "direct - 10.0.0.1 is refused: not a public address.",
  ],
  [
    "endless redirects",
    { kind: "redirect", to: "/endless-redirects.xml" },
    "direct - More than 5 redirects, the last to /endless-redirects.xml.",
  ],
];

/** Tests the setting `private: true` of a feed, without ALLOW_PRIVATE_HOSTS. */
it("reaches a private feed's own host, and no other private one", async () => {
  const other = await startFeedHost();
  const inside = await writeTestEdition(join(folder.path, "inside"), {
    feeds: (section) =>
      section === "local"
        ? ["/inside.xml", "/stays.xml", "/leaves.xml", "/broken.xml"].map((path) => ({
            url: host.url(path),
            publisher: "The Inside Wire",
            private: true,
          }))
        : [host.url("/open.xml")],
    relays: host.relays,
    change: (edition) =>
      edition.set("ports", [Number(host.allowed.split(":")[1]), Number(other.allowed.split(":")[1])]),
  });
  for (const path of ["/inside.xml", "/open.xml"]) host.serve(path, { body: createSectionFeed(host, "inside") });
  other.serve("/inside.xml", { body: createSectionFeed(other, "inside") });
  host.fault("/stays.xml", { kind: "redirect", to: "/inside.xml" });
  host.fault("/leaves.xml", { kind: "redirect", to: other.url("/inside.xml") });
  host.fault("/broken.xml", { kind: "status", status: 500 });
  const paths = ["/inside.xml", "/stays.xml", "/leaves.xml", "/broken.xml", "/open.xml"];
  const { output } = await broadsheet(["fetch", ...paths.map((path) => host.url(path))], { EDITIONS_DIR: inside });
  const refused = "direct - 127.0.0.1 is refused: not a public address.";
  expect(output.split(/^(?=http)/m).map((part) => getAttempts({ output: part })[0])).toEqual([
    "direct 200 8 articles",
    "direct 200 8 articles",
    refused,
    "direct 500 Responded with status 500.",
    refused,
  ]);
  // Each of the five feeds is tried directly. Only /open.xml, which is not private, is also tried through relays. Every
  // relay is tried, since every relay has a private address and is refused.
  expect(getAttempts({ output })).toHaveLength(5 + host.relays.length);
  expect(other.requests("/inside.xml")).toEqual([]);
  await other.close();
});

/** Tests the setting `private: true` of a relay and of a feed, without ALLOW_PRIVATE_HOSTS. */
it("reaches a private relay, which alone learns the address of a private feed", async () => {
  const [feeds, other] = await Promise.all([startFeedHost(), startFeedHost()]);
  const inside = await writeTestEdition(join(folder.path, "relays"), {
    feeds: (section) =>
      section === "local" ? [{ url: feeds.url("/inside.xml"), publisher: "The Inside Wire", private: true }] : [],
    relays: [...other.relays.slice(0, 1), ...feeds.relays.slice(0, 1).map((relay) => ({ ...relay, private: true }))],
    change: (edition) =>
      edition.set(
        "ports",
        [feeds, other].map(({ allowed }) => Number(allowed.split(":")[1])),
      ),
  });
  feeds.serve("/inside.xml", { body: createSectionFeed(feeds, "inside") });
  feeds.fault("/inside.xml", { kind: "page" });
  const urls = [feeds.url("/inside.xml"), feeds.url("/open.xml")];
  const { output } = await broadsheet(["fetch", ...urls], { EDITIONS_DIR: inside });
  // The relay on `other` also has a private address. It is refused, since it lacks `private: true`.
  const refused = "127.0.0.1 is refused: not a public address.";
  expect(getAttempts({ output }).slice(0, 4)).toEqual([
    "direct 200 This is a web page, not a feed.",
    "wrapper 200 8 articles",
    `direct - ${refused}`,
    `wrapper - ${refused}`,
  ]);
  expect(other.requests("/relay/wrapper")).toEqual([]);
  await Promise.all([feeds.close(), other.close()]);
});

describe("npx broadsheet fetch", () => {
  it("shows one attempt if the feed responds", async () => {
    host.serve("/good.xml", { body: createSectionFeed(host, "good") });
    const result = await fetchFeeds(host.url("/good.xml"));
    expect(getAttempts(result)).toEqual(["direct 200 8 articles"]);
    expect(result.output).toContain('"The good wire" (rss), 8 articles.');
    expect(result.status).toBe(0);
  });

  describe("uses the first relay if the feed responds with", () => {
    const getPath = (description: string) => `/${description.replaceAll(" ", "-")}.xml`;
    /** Results of the command, by the description of the response. */
    const results = new Map<string, CommandResult>();

    // One process handles all feeds, since starting a process takes longer than fetching.
    beforeAll(async () => {
      const paths = FAULTS_OF_FEEDS.map(([description]) => getPath(description));
      for (const [description, fault] of FAULTS_OF_FEEDS) {
        host.serve(getPath(description), { body: createSectionFeed(host, "round") });
        host.fault(getPath(description), fault);
      }
      const { output, ...result } = await fetchFeeds(...paths.map((path) => host.url(path)));
      const parts = output.split(/^(?=http)/m);
      for (const [index, [description]] of FAULTS_OF_FEEDS.entries())
        results.set(description, { ...result, output: parts[index] ?? "" });
    });

    it.each(FAULTS_OF_FEEDS)("%s", (description, _fault, row) => {
      const result = results.get(description) as CommandResult;
      const [direct, ...relays] = getAttempts(result);
      expect(result.output.startsWith(`${host.url(getPath(description))}\n`)).toBe(true);
      expect(direct?.replace(/127\.0\.0\.1:\d+/, "127.0.0.1:PORT")).toBe(row);
      expect(relays).toEqual(["wrapper 200 8 articles"]);
      expect(result.status).toBe(0);
    });
  });

  it("tries the relays in order until one brings the feed", async () => {
    host.serve("/order.xml", { body: createSectionFeed(host, "order") });
    host.fault("/order.xml", { kind: "cut" });
    host.fault("/relay/wrapper", { kind: "page" });
    expect(getAttempts(await fetchFeeds(host.url("/order.xml"))).map((row) => row.split(" ")[0])).toEqual([
      "direct",
      "wrapper",
      "passthrough",
    ]);
    host.fault("/relay/passthrough", { kind: "noise" });
    const last = await fetchFeeds(host.url("/order.xml"));
    expect(getAttempts(last).at(-1)).toBe("converter 200 8 articles");
    expect(last.output).toContain("(converter), 8 articles.");
    host.fault("/relay/converter", { kind: "status", status: 503 });
    const none = await fetchFeeds(host.url("/order.xml"));
    expect([getAttempts(none).length, none.status]).toEqual([4, 1]);
    for (const { kind } of host.relays) host.heal(`/relay/${kind}`);
  });

  it("uses the articles before a syntax error if no transport brings the feed intact", async () => {
    const whole = createSectionFeed(host, "torn");
    host.serve("/torn.xml", { body: whole.slice(0, whole.indexOf("story 6")) });
    const result = await fetchFeeds(host.url("/torn.xml"));
    expect(getAttempts(result).map((row) => row.split(" ")[0])).toEqual([
      "direct",
      "wrapper",
      "passthrough",
      "converter",
    ]);
    expect(result.output).toMatch(/"The torn wire" \((rss|converter)\), \d+ articles\./);
    expect(result.status).toBe(0);
  });

  it("uses the articles that arrived of a gzip file that is cut off, without a Content-Encoding", async () => {
    const packed = gzipSync(createSectionFeed(host, "cut"), { level: 0 });
    host.serve("/cut.xml", { body: packed.subarray(0, packed.length / 2), contentType: "application/gzip" });
    const { output, status } = await fetchFeeds(host.url("/cut.xml"));
    expect(output).toMatch(/, [3-5] articles\./);
    expect(status).toBe(0);
  });

  it("returns a cookie to the origin that redirects to itself, and to no other, in this request only", async () => {
    const cookies: (string | undefined)[] = [];
    const gate = createServer((request, response) => {
      cookies.push(request.headers.cookie);
      const location = request.headers.cookie ? host.url("/behind.xml") : request.url;
      response.writeHead(302, { location, "set-cookie": ["visit=1; Path=/; HttpOnly", "lang=en"] }).end();
    });
    await once(gate.listen(0, "127.0.0.1"), "listening");
    const allowed = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
    host.serve("/behind.xml", { body: createSectionFeed(host, "behind") });
    const env = { EDITIONS_DIR: editions, ALLOW_PRIVATE_HOSTS: `${host.allowed},${allowed}` };
    const url = `http://${allowed}/feed.xml`;
    try {
      const attempts = getAttempts(await broadsheet(["fetch", url, url], env));
      expect(attempts).toEqual(["direct 200 8 articles", "direct 200 8 articles"]);
    } finally {
      gate.close();
    }
    expect(cookies.sort()).toEqual(["visit=1; lang=en", "visit=1; lang=en", undefined, undefined]);
    expect(host.requests("/behind.xml").map(({ cookie }) => cookie)).toEqual([undefined, undefined]);
  });

  it("decompresses responses, and prints why a URL is refused", async () => {
    host.serve("/packed.xml", { body: createSectionFeed(host, "packed"), gzip: true });
    expect(getAttempts(await fetchFeeds(host.url("/packed.xml")))).toEqual(["direct 200 8 articles"]);
    const refused = await broadsheet(["fetch", host.url(feedPath("local"))], { EDITIONS_DIR: editions });
    expect(refused.output).toMatch(/Port \d+ is refused: only 80, 443 and the edition's ports are fetched from\./);
    expect(refused.status).toBe(1);
  });
});

describe("npx broadsheet", () => {
  it("prints its usage, and what it did not understand", async () => {
    const help = await broadsheet(["--help"]);
    expect([help.status, help.output]).toEqual([0, expect.stringContaining("Usage: npx broadsheet COMMAND")]);
    const unknown = await broadsheet(["publish"]);
    expect([unknown.status, unknown.errors]).toEqual([2, expect.stringContaining('there is no command "publish"')]);
    const option = await broadsheet(["parse", "--colour", "x.xml"]);
    expect([option.status, option.errors]).toEqual([2, expect.stringContaining("--colour")]);
  });

  it("prints an error for each unreadable file and exits with status 1", async () => {
    const { status, output } = await broadsheet([
      "parse",
      "tests/support/feeds/harbor.rss.xml",
      "LICENSE",
      "nowhere.xml",
    ]);
    const [feed, text, missing] = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(status).toBe(1);
    expect(Object.keys(feed)).toEqual(["file", "feed", "articles"]);
    expect(feed.feed).toEqual({
      kind: "rss",
      title: "The Harbor Wire",
      description: "News from the water's edge.",
      link: "https://harbor.example/",
      language: "en-US",
    });
    expect(Object.keys(feed.articles[0])).toEqual([
      "title",
      "link",
      "guid",
      "author",
      "publishedAt",
      "updatedAt",
      "descriptionHtml",
      "contentHtml",
      "excerpt",
      "image",
      "enclosures",
      "categories",
      "slug",
    ]);
    expect(text).toEqual({ file: "LICENSE", error: "This is neither XML nor JSON." });
    expect(missing.error).toContain("no such file");
  });
});
