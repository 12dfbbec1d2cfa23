import { existsSync, readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createResolver } from "../../server/net/guard.ts";
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

/** Returns the decisions of `npx broadsheet fetch --json` by URL. The command uses the test's name server. */
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

describe.skipIf(!existsSync(ADDRESSES))("known SSRF URLs", () => {
  const cases = existsSync(ADDRESSES) ? (JSON.parse(readFileSync(ADDRESSES, "utf8")) as Case[]) : [];
  const of = <T extends Case["type"]>(type: T) =>
    cases.filter((one): one is Extract<Case, { type: T }> => one.type === type);

  it("are allowed or refused as expected, host names by their DNS answers", async () => {
    const urls = of("url").filter((one) => one.expect !== "policy");
    for (const { url, resolvesTo } of urls) if (resolvesTo) names.answer(new URL(url).hostname, resolvesTo);
    const decided = await decide(urls.map(({ url }) => url));
    const wrong = urls.filter(({ url, expect }) => decided.get(url)?.allowed !== (expect === "allow"));
    expect(wrong.map(({ url }) => `${url}: ${decided.get(url)?.reason}`)).toEqual([]);
    for (const { reason, allowed } of decided.values()) expect(allowed).toBe(reason === null);
  });

  it("are refused at the first and last address of every non-public block", async () => {
    const urls = of("cidr").flatMap(({ cidr }) => getEdges(cidr).map((address) => `http://${bracket(address)}/feed`));
    const decided = await decide(urls);
    expect(urls.filter((url) => decided.get(url)?.allowed)).toEqual([]);
  });

  it("are refused if any address in the DNS answer is not public", async () => {
    // Answers that change between two lookups have a separate test below.
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

  it("are refused as the target of redirects", async () => {
    const outbound = openOutbound({ allowedHosts: [host.allowed], userAgent: "test" });
    const chains = of("redirect").filter(({ chain }) => chain.every(({ location }) => location !== undefined));
    for (const { name, chain } of chains) {
      // The test's host stands in for the public hosts of a redirect chain. The last redirect keeps its real target.
      for (const [hop, { status, location = "" }] of chain.entries()) {
        const isLast = hop === chain.length - 1;
        const to = isLast ? location : host.url(`/hop-${hop + 1}`);
        host.fault(`/hop-${hop}`, { kind: "status", status, headers: { location: replaceLineBreaks(to) } });
      }
      await expect(outbound.get(host.url("/hop-0")), name).rejects.toThrow(/refused/);
    }
    await outbound.close();
  });
});

describe("a host name whose DNS answer changes", () => {
  it("is resolved for each socket and refused when its address is private", async () => {
    const inside = await startFeedHost();
    const flip = (of: FeedHost) => of.allowed.replace("127.0.0.1", "flip.example");
    const outbound = openOutbound({
      // `allowedHosts` permits the address of `host`, as if the address were public. `ports` permits only the port of
      // `inside`, so a request to `inside` is refused because its address is private.
      allowedHosts: [flip(host)],
      userAgent: "test",
      ports: () => [Number(inside.allowed.split(":")[1])],
      resolve: createResolver([names.address]),
    });
    names.answer("flip.example", ["127.0.0.1"]);
    host.serve("/still", { body: "<rss/>", headers: { connection: "close" } });
    expect((await outbound.get(`http://${flip(host)}/still`)).status).toBe(200);
    // The check and the socket use the same lookup, since a second lookup could have another answer.
    expect(names.countQueries("flip.example")).toBe(1);

    host.fault("/to-flip", { kind: "redirect", to: `http://${flip(inside)}/` });
    await expect(outbound.get(`http://${flip(host)}/to-flip`)).rejects.toThrow(
      "flip.example is refused: its address 127.0.0.1 is not public.",
    );
    expect(inside.requests("/")).toEqual([]);
    await outbound.close();
    await inside.close();
  });
});

describe("the guarded client", () => {
  it("sends two requests to a host at once, and the third after one has ended", async () => {
    const outbound = openOutbound({ allowedHosts: [host.allowed], userAgent: "Broadsheet test" });
    host.serve("/limited", { body: "<rss/>" });
    host.fault("/limited", { kind: "hang" });
    const responses = [1, 2, 3, 4].map(() => outbound.get(host.url("/limited")));
    await host.waitForRequests("/limited", 2);
    host.heal("/limited");
    // Only two of the four requests are sent. The others wait until one of these two has ended.
    expect(host.requests("/limited")).toHaveLength(2);
    host.release();
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(host.requests("/limited")[0]?.["user-agent"]).toBe("Broadsheet test");
    await outbound.close();
  });
});

function getEdges(cidr: string): string[] {
  const [address, bits] = ipaddr.parseCIDR(cidr);
  const bytes = address.toByteArray();
  const last = bytes.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - index * 8))));
  return [address.toString(), ipaddr.fromByteArray(last).toString()];
}

function bracket(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

/** Replaces line breaks, which Node cannot send in a header, with tabs. */
function replaceLineBreaks(location: string): string {
  return location.replace(/[\r\n]+/g, "\t");
}
