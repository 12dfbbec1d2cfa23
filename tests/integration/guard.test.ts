import { existsSync, readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolverOf } from "../../server/net/guard.ts";
import { openOutbound } from "../../server/net/outbound.ts";
import { broadsheet } from "../support/commandLine.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type NameServer, startNameServer } from "../support/nameServer.ts";

const ADDRESSES = "../shared/corpora/ssrf.json";

interface UrlCase {
  type: "url";
  url: string;
  expect: "allow" | "refuse" | "policy";
  resolvesTo?: string[];
}
interface NameCase {
  type: "dns";
  name: string;
  answers: string[][];
  expect: "allow" | "refuse";
}
interface RedirectCase {
  type: "redirect";
  name: string;
  chain: { status: number; location?: string }[];
  expect: string;
}
interface BlockCase {
  type: "cidr";
  cidr: string;
  expect: "refuse";
}
type Case = UrlCase | NameCase | RedirectCase | BlockCase;

let names: NameServer;
let host: FeedHost;

beforeAll(async () => {
  names = await startNameServer();
  host = await startFeedHost();
});

afterAll(async () => {
  await names.close();
  await host.close();
});

/** What `npx broadsheet fetch --json` says of addresses, names looked up by the test's own server. */
async function decide(urls: string[]): Promise<Map<string, { allowed: boolean; reason: string | null }>> {
  const { output, errors } = await broadsheet(
    ["fetch", "--json"],
    { DNS_SERVERS: names.address },
    JSON.stringify(urls),
  );
  expect(errors).toBe("");
  return new Map(
    (JSON.parse(output) as { url: string; allowed: boolean; reason: string | null }[]).map((one) => [one.url, one]),
  );
}

describe.skipIf(!existsSync(ADDRESSES))("addresses that others have tried", () => {
  const cases = existsSync(ADDRESSES) ? (JSON.parse(readFileSync(ADDRESSES, "utf8")) as Case[]) : [];
  const of = <T extends Case["type"]>(type: T) =>
    cases.filter((one): one is Extract<Case, { type: T }> => one.type === type);

  it("are decided rightly, names by what the name server says", async () => {
    const urls = of("url").filter((one) => one.expect !== "policy");
    for (const { url, resolvesTo } of urls) if (resolvesTo) names.answer(new URL(url).hostname, resolvesTo);
    const decided = await decide(urls.map(({ url }) => url));
    const wrong = urls.filter(({ url, expect }) => decided.get(url)?.allowed !== (expect === "allow"));
    expect(wrong.map(({ url }) => `${url}: ${decided.get(url)?.reason}`)).toEqual([]);
    for (const { reason, allowed } of decided.values()) expect(allowed).toBe(reason === null);
  });

  it("are refused in every block that is not public: the first and the last of each", async () => {
    const urls = of("cidr").flatMap(({ cidr }) => edgesOf(cidr).map((address) => `http://${bracket(address)}/feed`));
    const decided = await decide(urls);
    expect(urls.filter((url) => decided.get(url)?.allowed)).toEqual([]);
  });

  it("are decided by all that a name server answers", async () => {
    // The third kind, an answer that flips between two sockets, has its own test below.
    const lookups = of("dns").filter(({ answers }) => answers.length === 1);
    const urls = lookups.map(({ answers: [answer = []] }, index) => {
      names.answer(`name-${index}.example`, answer);
      return `https://name-${index}.example/feed`;
    });
    const decided = await decide(urls);
    expect(lookups.map((_, index) => decided.get(urls[index] as string)?.allowed)).toEqual(
      lookups.map((one) => one.expect === "allow"),
    );
  });

  it("are refused behind redirects, over real sockets", async () => {
    const outbound = openOutbound({ allowedHosts: [host.allowed], userAgent: "test" });
    const chains = of("redirect").filter(({ chain }) => chain.every(({ location }) => location !== undefined));
    for (const { name, chain } of chains) {
      // A hop to a public address is played by this host; the last one is asked for as it stands, and is refused unasked.
      for (const [hop, { status, location = "" }] of chain.entries()) {
        const isLast = hop === chain.length - 1;
        const to = isLast ? location : host.url(`/hop-${hop + 1}`);
        host.fault(`/hop-${hop}`, { kind: "status", status, headers: { location: encodeLineEnds(to) } });
      }
      await expect(outbound.get(host.url("/hop-0")), name).rejects.toThrow(/refused/);
    }
    await outbound.close();
  });
});

describe("a name whose answer changes", () => {
  it("is looked up by each socket, and refused by the one that would lead inside", async () => {
    const inside = await startFeedHost();
    const flip = (of: FeedHost) => of.allowed.replace("127.0.0.1", "flip.example");
    const outbound = openOutbound({
      // This machine plays the public host that the first answer names.
      allowedHosts: [flip(host)],
      userAgent: "test",
      ports: () => [Number(inside.allowed.split(":")[1])],
      resolve: resolverOf([names.address]),
    });
    names.answer("flip.example", ["127.0.0.1"]);
    host.serve("/still", { body: "<rss/>", headers: { connection: "close" } });
    expect((await outbound.get(`http://${flip(host)}/still`)).status).toBe(200);
    // Checked where it connects: there is no second look-up that could say something else.
    expect(names.asked("flip.example")).toBe(1);

    host.fault("/to-flip", { kind: "redirect", to: `http://${flip(inside)}/` });
    await expect(outbound.get(`http://${flip(host)}/to-flip`)).rejects.toThrow(
      "flip.example is refused: its address 127.0.0.1 is no public one.",
    );
    expect(inside.requests("/")).toEqual([]);
    await outbound.close();
    await inside.close();
  });
});

describe("the guarded client", () => {
  it("lets two requests at a host run at once, and the third when one has ended", async () => {
    const outbound = openOutbound({ allowedHosts: [host.allowed], userAgent: "Broadsheet test" });
    host.serve("/in-turn", { body: "<rss/>" });
    host.fault("/in-turn", { kind: "hang" });
    const answers = [1, 2, 3, 4].map(() => outbound.get(host.url("/in-turn")));
    await host.waitForRequests("/in-turn", 2);
    host.heal("/in-turn");
    // Nothing but the end of the first two can let the others through.
    expect(host.requests("/in-turn")).toHaveLength(2);
    host.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(host.requests("/in-turn")[0]?.["user-agent"]).toBe("Broadsheet test");
    await outbound.close();
  });
});

function edgesOf(cidr: string): string[] {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const bytes = address.toByteArray();
  const last = bytes.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - index * 8))));
  return [address.toString(), ipaddr.fromByteArray(last).toString()];
}

function bracket(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

/** Node refuses to send line ends in a header; what a parser makes of them is what arrives. */
function encodeLineEnds(location: string): string {
  return location.replace(/[\r\n]+/g, "\t");
}
