import { join } from "node:path";
import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate/node";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { PAGES } from "../support/pages.ts";
import { getSectionFeeds, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

/** What is off is a matter of taste in which React, or a newspaper's headlines, have another than html-validate. */
const RULES: ConfigData = {
  extends: ["html-validate:standard", "html-validate:recommended", "html-validate:document"],
  rules: {
    // React writes some attributes in the case of their properties (charSet, popoverTarget); HTML knows no case there.
    "attr-case": "off",
    // React closes void elements as XML does.
    "void-style": "off",
    // React writes async="" for async.
    "attribute-boolean-style": "off",
    // What comes from the site itself needs no second proof of where it comes from.
    "require-sri": ["error", { target: "crossorigin" }],
    // A promotion may stand over a page's first heading, with a heading of its own.
    "heading-level": ["error", { minInitialRank: "h2" }],
    // A style keeps a telephone number in one line.
    "tel-non-breaking": "off",
    // A headline is as long as its news; search engines cut it.
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
  const answer = await fetchPage(path);
  expect(answer.status).toBe(status);
  const report = await new HtmlValidate(new StaticConfigLoader([], RULES)).validateString(await answer.text());
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
      // Drawings have titles, too: the page's comes first.
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
