import { join } from "node:path";
import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate/node";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { PAGES } from "../support/pages.ts";
import { getSectionFeeds, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** Rules are off where React's output or a newspaper's headlines differ from html-validate's style. */
const RULES: ConfigData = {
  extends: ["html-validate:standard", "html-validate:recommended", "html-validate:document"],
  rules: {
    // React writes some attributes in camel case (charSet, popoverTarget). HTML attribute names are case-insensitive.
    "attr-case": "off",
    // React writes void elements with a slash, as in XML.
    "void-style": "off",
    // React writes async="" for async.
    "attribute-boolean-style": "off",
    // Files of the site itself need no integrity hash.
    "require-sri": ["error", { target: "crossorigin" }],
    // A promotion above the page's h1 has a heading of its own.
    "heading-level": ["error", { minInitialRank: "h2" }],
    // CSS keeps phone numbers on one line.
    "tel-non-breaking": "off",
    // Headlines may be long; search engines shorten them.
    "long-title": "off",
  },
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveSectionFeeds(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: getSectionFeeds(host), relays: [] });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => (log.match(/"msg":"feed polled/g)?.length ?? 0) >= SECTIONS.length);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

const fetchPage = (path: string) => fetch(site.url + path, { headers: { accept: "text/html" } });

it.each(PAGES)("$path is valid HTML", async ({ path, status }) => {
  const response = await fetchPage(path);
  expect(response.status).toBe(status);
  const report = await new HtmlValidate(new StaticConfigLoader([], RULES)).validateString(await response.text());
  const faults = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
  expect(faults).toEqual([]);
});

it("gives every page one h1, and a unique title and description", async () => {
  const seen = new Map<string, string>();
  for (const { path } of PAGES) {
    const { title, description, headings } = parseHead(await (await fetchPage(path)).text());
    expect(headings, path).toBe(1);
    expect(title, path).toContain("The Chicago Meridian");
    for (const text of [title, description]) {
      expect(text, path).not.toBe("");
      expect(seen.get(text), `"${text}" is on ${path}, too`).toBeUndefined();
      seen.set(text, path);
    }
  }
});

function parseHead(html: string): { title: string; description: string; headings: number } {
  const found = { title: "", description: "", headings: 0 };
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, { name: meta, content }) {
      // SVG images have titles, too. The page's comes first.
      isTitle = name === "title" && found.title === "";
      if (name === "h1") found.headings++;
      if (name === "meta" && meta === "description") found.description = content ?? "";
    },
    ontext(text) {
      if (isTitle) found.title += text;
    },
    onclosetag() {
      isTitle = false;
    },
  });
  parser.end(html);
  return found;
}
