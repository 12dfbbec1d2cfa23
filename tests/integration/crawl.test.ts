import { join } from "node:path";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;

/** The edition as it ships: without feeds, all that it links to is its own. */
beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

it("every address within the site leads to something that exists", async () => {
  const linkedFrom = new Map([["/", "the start"]]);
  const anchors = new Map<string, Set<string>>();
  const wanted: { page: string; anchor: string; from: string }[] = [];
  const dead: string[] = [];
  for (const [address, from] of linkedFrom) {
    const answer = await fetch(site.url + address, { redirect: "manual", headers: { accept: "text/html" } });
    const isMoved = answer.status === 301 || answer.status === 302 || answer.status === 308;
    const isHtml = answer.headers.get("content-type")?.startsWith("text/html");
    if (answer.status !== 200 && !isMoved) dead.push(`${address}: ${answer.status}, linked from ${from}`);
    const moved = isMoved ? [answer.headers.get("location") ?? ""] : [];
    const { links, ids } = isHtml ? readPage(await answer.text()) : { links: moved, ids: new Set<string>() };
    // A stream never ends.
    if (!isHtml) await answer.body?.cancel();
    anchors.set(address, ids);
    for (const link of links) {
      const url = URL.parse(link, site.url + address);
      if (!url || url.origin !== site.url) continue;
      const page = url.pathname + url.search;
      if (url.hash) wanted.push({ page, anchor: decodeURIComponent(url.hash.slice(1)), from: address });
      if (!linkedFrom.has(page)) linkedFrom.set(page, address);
    }
  }
  expect(dead).toEqual([]);
  const lost = wanted.filter(({ page, anchor }) => !anchors.get(page)?.has(anchor));
  expect(lost.map(({ page, anchor, from }) => `${page}#${anchor}, linked from ${from}`)).toEqual([]);
  // All sections and all their stories were found.
  expect(linkedFrom.size).toBeGreaterThan(250);
}, 600_000);

/** The addresses that a page names, and the places on it that an address may name. */
function readPage(html: string): { links: string[]; ids: Set<string> } {
  const links: string[] = [];
  const ids = new Set<string>();
  const parser = new Parser({
    onopentag(_name, { href, src, poster, action, srcset, id }) {
      for (const link of [href, src, poster, action]) if (link) links.push(link);
      for (const candidate of srcset?.split(",") ?? []) links.push(candidate.trim().split(" ")[0] ?? "");
      if (id) ids.add(id);
    },
  });
  parser.end(html);
  return { links, ids };
}
