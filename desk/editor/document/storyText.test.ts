import { EditorState } from "prosemirror-state";
import { describe, expect, it } from "vitest";
import type { Inline } from "../../../core/markdown/blocks.ts";
import { isSameBlock } from "../../../core/markdown/compareBlocks.ts";
import { parseDocument } from "../../../core/markdown/markdownDocument.ts";
import { renderStory } from "../../../core/markdown/renderStory.ts";
import { createRandom } from "../../../core/random.ts";
import { composeHostileBlock } from "../../../tests/support/hostileBlocks.ts";
import { isLong } from "../../../tests/support/longTests.ts";
import { composeStories } from "../../../tests/support/stories.ts";
import { toBlock } from "../schema/toBlock.ts";
import { toNode } from "../schema/toNode.ts";
import { openStoryText } from "./storyText.ts";

/** A few generated stories. For many more stories, tests/integration/storyDocuments.test.ts checks every byte. */
const bodies = composeStories(isLong ? 200 : 15, createRandom("editor"));

describe("the document of a story", () => {
  it("keeps the bytes of all other blocks after an edit, and those of all after its undoing", () => {
    let edits = 0;
    for (const body of bodies) {
      const story = openStoryText(body);
      const blocks = parseDocument(body).blocks;
      const index = story.doc.children.findIndex(({ type, childCount }) => type.name === "paragraph" && childCount > 0);
      if (index < 0) continue;
      edits++;
      const before = blocks.slice(0, index).map(({ gap, source }) => gap + source);
      const start = before.join("") + blocks[index]?.gap;
      const state = EditorState.create({ doc: story.doc });
      const place = story.doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 1);
      const typed = state.tr.insertText("Xyz ", place);
      const written = story.write(typed.doc);
      expect(written.unequal).toEqual([]);
      expect(written.body.startsWith(start)).toBe(true);
      expect(written.body.slice(start.length)).toMatch(/^\W*Xyz /);
      expect(written.body.endsWith(body.slice(start.length + (blocks[index]?.source.length ?? 0)))).toBe(true);
      expect(story.write(typed.delete(place, place + 4).doc).body).toBe(body);
    }
    expect(edits).toBeGreaterThan(bodies.length / 2);
  });

  it("shows hostile blocks as they are, or as Markdown", () => {
    const random = createRandom("hostile editor");
    const runs = isLong ? 20_000 : 400;
    let shown = 0;
    for (let run = 0; run < runs; run++) {
      const block = composeHostileBlock(random);
      let node: ReturnType<typeof toNode>;
      try {
        node = toNode(block);
      } catch (error) {
        // Thrown for a link in a link, or a line break in a heading. `openStoryText` shows such blocks as Markdown.
        expect(error).toBeInstanceOf(RangeError);
        continue;
      }
      if (!isSameBlock(toBlock(node), block)) continue;
      const story = openStoryText("Before.\n\n[^1]: Note.\n\nAfter.");
      const state = EditorState.create({ doc: story.doc });
      const { body, unequal } = story.write(state.tr.insert(story.doc.child(0).nodeSize, node).doc);
      if (unequal.length > 0) continue;
      shown++;
      const again = openStoryText(body);
      expect(again.write(again.doc)).toEqual({ body, unequal: [] });
      expect(renderStory(body)).toMatch(/^<p>Before\.<\/p>[\s\S]*<p>After\.<\/p>\n$/);
    }
    expect(shown).toBeGreaterThan(runs / 3);
  });
});

describe("write", () => {
  const paragraph = (...content: Inline[]) => toNode({ type: "paragraph", content });
  const createDoc = (...nodes: ReturnType<typeof toNode>[]) => openStoryText("").doc.type.create(null, nodes);

  it("leaves out a note, and its references, until it has a text", () => {
    const reference: Inline = { type: "footnote_reference", number: "1", marks: [] };
    const text = paragraph({ type: "text", text: "A", marks: [] }, reference);
    const { write } = openStoryText("");
    const create = (content: Inline[]) => createDoc(text, toNode({ type: "footnote", number: "1", content }));
    expect(write(create([]))).toEqual({ body: "A", unequal: [] });
    expect(write(create([{ type: "text", text: "B", marks: [] }])).body).toBe("A[^1]\n\n[^1]: B");
  });

  it("reads the last line of a pull quote as its speaker", () => {
    const quote = toNode({ type: "pull_quote", text: "We knew.\n— Ada Moss", by: "", dash: "" });
    expect(openStoryText("").write(createDoc(quote))).toEqual({
      body: "```quote\nWe knew.\n— Ada Moss\n```",
      unequal: [],
    });
  });

  it("offers the Markdown of a block that readers would see otherwise", () => {
    const marks: Inline["marks"] = [{ type: "link", href: "javascript:x", title: "", isAutomatic: false }];
    const node = paragraph({ type: "text", text: "a", marks });
    const story = openStoryText("");
    expect(story.write(createDoc(node))).toEqual({ body: "[a](javascript:x)", unequal: [0] });
    const source = story.findSource(node);
    expect(source && toBlock(source)).toEqual({ type: "source", source: "[a](javascript:x)" });
    expect(story.findSource(paragraph({ type: "text", text: "a", marks: [] }))).toBe(null);
  });
});

describe("replace", () => {
  it.each([
    ["a changed paragraph", "One.\n\nTwo *b*.\n\n* three\n", "One.\n\nTwo and *b*.\n\n* three\n"],
    ["added and deleted blocks", "One.\n\nTwo.\n\nThree.", "Zero.\n\nOne.\n\nThree.\n\n***\n\nFour."],
    ["another gap", "One.\n\nTwo.", "One.\n\n\n\nTwo.\n"],
    ["everything", "One.", "# Two\n\n> Three"],
    ["a text without anything", "One.\n\nTwo.", ""],
    ["a table", "| a |\n| - |\n| b |\n\nText.", "| a |\n| :-: |\n| c |\n\nText."],
  ])("takes over %s, and keeps every byte", (_name, body, merged) => {
    const story = openStoryText(body);
    const transaction = EditorState.create({ doc: story.doc }).tr;
    story.replace(transaction, merged);
    expect(story.write(transaction.doc)).toEqual({ body: merged, unequal: [] });
  });

  it("keeps the cursor, and blocks that were changed here", () => {
    const story = openStoryText("One.\n\nTwo and *three*.\n\nFour.");
    const state = EditorState.create({ doc: story.doc });
    const typed = state.tr.insertText("New ", 1);
    const body = "Zero.\n\nNew One.\n\nTwo and a half and *three*.\n\nFour.";
    const first = typed.doc.child(0);
    story.replace(typed, body);
    expect(typed.doc.child(1)).toBe(first);
    expect(typed.mapping.map(5)).toBe(5 + "New ".length + "Zero.".length + 2);
    expect(story.write(typed.doc)).toEqual({ body, unequal: [] });
  });
});
