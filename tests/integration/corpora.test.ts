import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { cleanHtml } from "../../server/feeds/clean.ts";
import { parseDate } from "../../server/feeds/dates.ts";
import { decodeBody } from "../../server/feeds/decode.ts";
import { readFeed } from "../../server/feeds/read.ts";
import { broadsheet } from "../support/commandLine.ts";

/** Material that nobody here wrote. It lies beside the project; a clone without it skips these tests. */
const CORPORA = "../shared/corpora";
const inCorpora = describe.skipIf(!existsSync(CORPORA));

const json = (path: string) => JSON.parse(readFileSync(join(CORPORA, path), "utf8"));

interface IndexEntry {
  file: string;
  items: number;
  mediaTags: number;
}

inCorpora("recorded feeds", () => {
  it("are all read by npx broadsheet parse, a line each", async () => {
    const files = readdirSync(join(CORPORA, "real"))
      .filter((name) => name !== "index.json")
      .map((name) => join(CORPORA, "real", name));
    const { status, output } = await broadsheet(["parse", ...files]);
    const lines = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ file }) => file)).toEqual(files);
    expect(lines.filter(({ error }) => error)).toEqual([]);
    expect(status).toBe(0);
  });

  it("give every entry that they hold, each with a title and an address or identifier", () => {
    for (const { file, items } of json("real/index.json") as IndexEntry[]) {
      const { feed } = readFeed(readFileSync(join(CORPORA, "real", file)), {});
      expect(feed.articles.length, file).toBe(items);
      for (const article of feed.articles) {
        expect(article.title, file).not.toBe("");
        expect(article.link ?? article.guid, `${file}: ${article.title}`).not.toBeNull();
        expect(article.excerpt.length, `${file}: ${article.title}`).toBeLessThanOrEqual(200);
      }
    }
  });
});

inCorpora("charsets", () => {
  it("are found in every file that says them wrong", () => {
    for (const { file, httpContentType, expectContains } of json("encodings/index.json")) {
      const text = decodeBody(readFileSync(join(CORPORA, "encodings", file)), httpContentType ?? null);
      for (const expected of [expectContains ?? []].flat())
        expect(text.includes(expected), `${file}: ${expected}`).toBe(true);
    }
  });
});

inCorpora("dates", () => {
  it("mean the instants that they are said to mean", () => {
    const wrong: string[] = [];
    for (const { input, expectedIso, expectedDate, mustParse, policy, note } of json("dates.json")) {
      // Those whose instant is a matter of policy, or is not given to more than a day, are left to the table in dates.test.ts.
      if (policy || mustParse || expectedDate || note?.startsWith("tolerance")) continue;
      const found = parseDate(input);
      const isRight =
        expectedIso === null ? found === null : found && Date.parse(found) - Date.parse(expectedIso) < 1000;
      if (!isRight) wrong.push(`${input}: ${found} instead of ${expectedIso}`);
    }
    expect(wrong).toEqual([]);
  });
});

inCorpora("attacks", () => {
  it("leave nothing in the cleaned text that runs, styles, frames or submits", () => {
    const dangerous =
      /^(script|style|form|iframe|frame|object|embed|svg|math|link|meta|base|input|button|textarea|select)$/;
    const left: string[] = [];
    let count = 0;
    for (const file of readdirSync(join(CORPORA, "xss")).filter((name) => name.endsWith(".json"))) {
      const cases = json(`xss/${file}`);
      for (const { payload, input, html } of Array.isArray(cases) ? cases : cases.cases) {
        count++;
        const parser = new Parser({
          onopentag(name, attributes) {
            if (dangerous.test(name)) left.push(`${file}: ${name}`);
            for (const [attribute, value] of Object.entries(attributes)) {
              if (/^on|^style$/i.test(attribute)) left.push(`${file}: ${attribute}`);
              if (/^(href|src|poster|action|srcset)$/.test(attribute) && !/^(https?:|mailto:)/i.test(value))
                left.push(`${file}: ${attribute}=${value}`);
            }
          },
        });
        parser.end(cleanHtml(payload ?? input ?? html, "https://news.example/story"));
      }
    }
    expect(left).toEqual([]);
    expect(count).toBe(337);
  });
});
