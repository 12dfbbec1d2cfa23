import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { cleanHtml } from "../../server/feeds/clean/cleanHtml.ts";
import { parseDate } from "../../server/feeds/dates/parseDate.ts";
import { decodeBody } from "../../server/feeds/parse/decodeBody.ts";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { broadsheet } from "../support/commandLine.ts";
import { findNamedImages } from "../support/namedImages.ts";

/** Third-party test data next to the repository. Without it these tests are skipped. */
const CORPORA = "../shared/corpora";
const inCorpora = describe.skipIf(!existsSync(CORPORA));

const json = (path: string) => JSON.parse(readFileSync(join(CORPORA, path), "utf8"));

interface IndexEntry {
  file: string;
  items: number;
  mediaTags: number;
}

type RecordedFeed = IndexEntry & { bytes: Buffer; articles: ReturnType<typeof readFeed>["feed"]["articles"] };
let recorded: RecordedFeed[] | undefined;

/** Returns all recorded feeds. Parses them only at the first call, since parsing takes seconds. */
function recordedFeeds(): RecordedFeed[] {
  recorded ??= (json("real/index.json") as IndexEntry[]).map((entry) => {
    const bytes = readFileSync(join(CORPORA, "real", entry.file));
    return { ...entry, bytes, articles: readFeed(bytes, {}).feed.articles };
  });
  return recorded;
}

inCorpora("recorded feeds", () => {
  it("are parsed by npx broadsheet parse, one line each", async () => {
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

  it("return every entry, with a title and a link or identifier", () => {
    for (const { file, items, articles } of recordedFeeds()) {
      expect(articles.length, file).toBe(items);
      for (const article of articles) {
        expect(article.title, file).not.toBe("");
        expect(article.link ?? article.guid, `${file}: ${article.title}`).not.toBeNull();
        expect(article.excerpt.length, `${file}: ${article.title}`).toBeLessThanOrEqual(200);
      }
    }
  });
});

/** URLs of tracking pixels, buttons, author portraits, emoji and drawings, which are not the story's image. */
const DECORATION = /feedburner\.com\/~|feedsportal\.com|rss-pixel|gravatar\.com|\/emoji\/|twemoji|_icon_large|\.svg$/;

inCorpora("recorded feeds", () => {
  it("return an image for every entry that names one, and a date for all entries but those of two feeds", () => {
    const undated: Record<string, number> = {};
    const missing: string[] = [];
    let withImage = 0;
    let count = 0;
    for (const { file, bytes, articles } of recordedFeeds()) {
      const named = findNamedImages(bytes);
      for (const [index, article] of articles.entries()) {
        count++;
        if (article.image) withImage++;
        else if (named[index]?.some((url) => !DECORATION.test(url))) missing.push(`${file}: ${article.title}`);
        if (!article.publishedAt) undated[file] = (undated[file] ?? 0) + 1;
      }
    }
    expect(missing).toEqual([]);
    expect(undated).toEqual({ "finanzen_latin1.xml": 15, "shopify_namespace.xml": 1 });
    console.info(`${withImage} of ${count} articles have an image.`);
  });
});

inCorpora("charsets", () => {
  it("are decoded in all of feedparser's files", () => {
    const cases: { file: string; expected: string; headers?: Record<string, string> }[] = json(
      "feedparser/encoding_cases.json",
    );
    expect(cases).toHaveLength(32);
    for (const { file, expected, headers } of cases) {
      const bytes = readFileSync(join(CORPORA, "feedparser", file));
      const contentType = headers?.["Content-type"] ?? headers?.["Content-Type"] ?? null;
      // Compares our text with TextDecoder's, except for UTF-32, which TextDecoder does not support.
      const isKnown = !/32/.test(expected);
      const theirs = isKnown ? new TextDecoder(expected).decode(bytes) : "";
      const ours = decodeBody(bytes, contentType);
      if (isKnown) expect(theirs.endsWith(ours), file).toBe(true);
      else expect(ours, file).toMatch(/^<[\s\S]*<\/\w+>\s*$/);
    }
  });

  it("are detected in every file with a wrong declaration", () => {
    for (const { file, httpContentType, expectContains } of json("encodings/index.json")) {
      const text = decodeBody(readFileSync(join(CORPORA, "encodings", file)), httpContentType ?? null);
      for (const expected of [expectContains ?? []].flat())
        expect(text.includes(expected), `${file}: ${expected}`).toBe(true);
    }
  });
});

inCorpora("dates", () => {
  it("are parsed to the expected instants", () => {
    const wrong: string[] = [];
    for (const { input, expectedIso, expectedDate, mustParse, policy, note } of json("dates.json")) {
      // Skips cases that depend on policy or have no exact instant. parseDate.test.ts covers these cases.
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
  it("leave no script, style, frame or form in the cleaned HTML", () => {
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
