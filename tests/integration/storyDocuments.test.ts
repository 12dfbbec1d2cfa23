import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Block } from "../../core/markdown/blocks.ts";
import { parseDocument, writeDocument } from "../../core/markdown/markdownDocument.ts";
import { mergeBodies } from "../../core/markdown/mergeBodies.ts";
import { renderStory } from "../../core/markdown/renderStory.ts";
import { splitSource } from "../../core/markdown/splitSource.ts";
import { createRandom } from "../../core/random.ts";
import { openStoryText } from "../../desk/editor/document/storyText.ts";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { toMarkdown } from "../../server/stories/import/toMarkdown.ts";
import { composeHostileBlock } from "../support/hostileBlocks.ts";
import { isLong } from "../support/longTests.ts";
import { composeStories, readMarkdownFiles } from "../support/stories.ts";

/** Third-party feeds next to the repository. If the feeds are missing, the tests of their articles are skipped. */
const FEEDS = "../shared/corpora/real";

const SOURCES: [name: string, read: () => string[]][] = [
  ["stories in the dialect", () => composeStories(isLong ? 200 : 40, createRandom("stories"))],
  ["pages and documents", () => [...readMarkdownFiles("docs"), ...readMarkdownFiles("editions")]],
];

describe.each(SOURCES)("%s", checkStories);
describe.skipIf(!existsSync(FEEDS))("articles of recorded feeds", () => checkStories("", readArticles));

function checkStories(_name: string, readBodies: () => string[]) {
  let documents: { body: string; document: ReturnType<typeof parseDocument> }[];

  beforeAll(() => {
    documents = readBodies().map((body) => ({ body, document: parseDocument(body) }));
  });

  it("keep every byte of blocks that are not touched", () => {
    expect(documents.length).toBeGreaterThan(30);
    for (const { body, document } of documents) {
      const copies = structuredClone(document.blocks.map(({ block }) => block));
      expect(writeDocument(copies, document)).toEqual({ body, unequal: [] });
    }
  });

  it("keep every byte in the desk's editor", () => {
    for (const { body } of documents) {
      const story = openStoryText(body);
      expect(story.write(story.doc)).toEqual({ body, unequal: [] });
    }
  });

  it("keep every byte of all other blocks after an edit, and show the edit", () => {
    let edits = 0;
    for (const { body, document } of documents) {
      const index = document.blocks.findIndex(({ block }) => block.type === "paragraph" && block.content.length > 0);
      if (index < 0) continue;
      edits++;
      const written = edit(document, index, "Xyz ");
      const before = document.blocks.slice(0, index).map(({ gap, source }) => gap + source);
      const start = before.join("").length;
      const source = document.blocks[index]?.source ?? "";
      const gap = document.blocks[index]?.gap ?? "";
      expect(written.unequal).toEqual([]);
      expect(written.body.startsWith(before.join("") + gap)).toBe(true);
      expect(written.body.endsWith(body.slice(start + gap.length + source.length))).toBe(true);
      expect(renderStory(written.body)).toContain("Xyz");
    }
    expect(edits).toBeGreaterThan(documents.length / 2);
  });

  it("merge edits of different paragraphs, and report edits of the same one", () => {
    let merges = 0;
    for (const { body, document } of documents) {
      const places = document.blocks.flatMap(({ block }, index) => {
        return block.type === "paragraph" && block.content.length > 0 ? [index] : [];
      });
      const [first, second] = [places[0], places.at(-1)];
      if (first === undefined || second === undefined || first === second) continue;
      merges++;
      const ours = edit(document, first, "Alpha ").body;
      const merged = mergeBodies(body, ours, edit(document, second, "Beta ").body);
      expect(merged.conflicts).toEqual([]);
      expect(merged.body).toBe(edit(parseDocument(ours), second, "Beta ").body);
      const conflicting = mergeBodies(body, ours, edit(document, first, "Beta ").body);
      expect(conflicting.conflicts).toHaveLength(1);
      expect(conflicting.body).toMatch(/Alpha [\s\S]*Beta /);
    }
    expect(merges).toBeGreaterThan(20);
  });
}

function edit(document: ReturnType<typeof parseDocument>, index: number, word: string) {
  const blocks = document.blocks.map(({ block }, place): Block => {
    if (place !== index || block.type !== "paragraph") return block;
    return { ...block, content: [{ type: "text", text: word, marks: [] }, ...block.content] };
  });
  return writeDocument(blocks, document);
}

/** Returns articles of recorded feeds as Markdown: one article of each feed, or all articles in long runs. */
function readArticles(): string[] {
  const names = readdirSync(FEEDS).filter((name) => name !== "index.json");
  return names.flatMap((name) => {
    const { articles } = readFeed(readFileSync(`${FEEDS}/${name}`), {}).feed;
    const texts = articles.map(({ contentHtml }) => contentHtml ?? "").filter((html) => html.length > 500);
    return texts.slice(0, isLong ? texts.length : 1).map((html) => toMarkdown(html, "https://a.example/"));
  });
}

describe("blocks of hostile texts and marks", () => {
  it("come back as they were written, or are reported", () => {
    const random = createRandom("hostile");
    const around = parseDocument("Before.\n\n[^1]: Note.\n\nAfter.");
    const [first, note, last] = around.blocks.map(({ block }) => block) as [Block, Block, Block];
    let equal = 0;
    const runs = isLong ? 20_000 : 600;
    for (let run = 0; run < runs; run++) {
      const block = composeHostileBlock(random);
      const { body, unequal } = writeDocument([first, block, note, last], around);
      if (unequal.length > 0) continue;
      equal++;
      // Checks independently of `unequal` that the page has every word of the block and the unchanged text around it.
      const html = renderStory(body);
      for (const word of listWords(block)) expect(html).toContain(word);
      expect(body).toMatch(/^Before\.\n\n/);
      expect(body).toMatch(/\n\n\[\^1\]: Note\.\n\nAfter\.$/);
      expect(splitSource(body).blocks.at(-1)?.source).toBe("After.");
      expect(html).toMatch(/<p>After\.<\/p>\n$/);
      expect(html).not.toMatch(/javascript:x"/);
    }
    // If most blocks were reported as unequal, the test would prove nothing.
    expect(equal).toBeGreaterThan(runs / 2);
  });
});

/** Returns the words in the texts of a block. */
function listWords(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listWords);
  if (typeof value !== "object" || value === null) return [];
  const { text } = value as { text?: unknown };
  const own = typeof text === "string" ? (text.match(/\p{L}{2,}/gu) ?? []) : [];
  return [...own, ...Object.values(value).flatMap(listWords)];
}
