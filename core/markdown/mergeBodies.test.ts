import { describe, expect, it } from "vitest";
import { mergeBodies } from "./mergeBodies.ts";

const BASE = "One.\n\nTwo.\n\n\nThree.\n\nFour.\n";

describe("mergeBodies", () => {
  it.each([
    [
      "changes of different blocks",
      "1.\n\nTwo.\n\n\nThree.\n\nFour.\n",
      "One.\n\nTwo.\n\n\nThree.\n\n4.\n",
      "1.\n\nTwo.\n\n\nThree.\n\n4.\n",
    ],
    [
      "changes of neighbors",
      "One.\n\n2.\n\n\nThree.\n\nFour.\n",
      "One.\n\nTwo.\n\n\n3.\n\nFour.\n",
      "One.\n\n2.\n\n\n3.\n\nFour.\n",
    ],
    [
      "an added block and a change",
      "One.\n\nNew.\n\nTwo.\n\n\nThree.\n\nFour.\n",
      "One.\n\n2.\n\n\nThree.\n\nFour.\n",
      "One.\n\nNew.\n\n2.\n\n\nThree.\n\nFour.\n",
    ],
    [
      "a deleted block and a change",
      "One.\n\n\nThree.\n\nFour.\n",
      "One.\n\nTwo.\n\n\nThree.\n\n4.\n",
      "One.\n\n\nThree.\n\n4.\n",
    ],
    [
      "the same change twice",
      "One.\n\n2.\n\n\nThree.\n\nFour.\n",
      "One.\n\n2.\n\n\nThree.\n\nFour.\n",
      "One.\n\n2.\n\n\nThree.\n\nFour.\n",
    ],
    [
      "blocks added at both ends by the other version",
      `${BASE}\nFive.\n`,
      `Zero.\n\n${BASE}`,
      `Zero.\n\n${BASE}\nFive.\n`,
    ],
    ["blocks added at both ends", `Zero.\n\n${BASE}`, `${BASE}\nFive.\n`, `Zero.\n\n${BASE}\nFive.\n`],
  ])("makes %s", (_name, ours, theirs, merged) => {
    expect(mergeBodies(BASE, ours, theirs)).toEqual({ body: merged, conflicts: [] });
  });

  it("keeps both texts of a block that both changed, and reports them", () => {
    const merged = mergeBodies(BASE, BASE.replace("Two.", "2 a."), BASE.replace("Two.", "2 b.").replace("Four.", "4."));
    expect(merged).toEqual({
      body: "One.\n\n2 a.\n\n2 b.\n\n\nThree.\n\n4.\n",
      conflicts: [{ ours: "2 a.", theirs: "2 b." }],
    });
  });

  it("keeps a change of a block that the other version deleted, and reports it", () => {
    const merged = mergeBodies(BASE, BASE.replace("Two.\n\n\n", ""), BASE.replace("Two.", "2."));
    expect(merged.body).toContain("2.");
    expect(merged.conflicts).toEqual([{ ours: "", theirs: "2." }]);
  });

  it("keeps two blocks that were added at the same place, and reports them", () => {
    const merged = mergeBodies("One.", "One.\n\nA.", "One.\n\nB.");
    expect(merged).toEqual({ body: "One.\n\nA.\n\nB.", conflicts: [{ ours: "A.", theirs: "B." }] });
  });

  it("merges long texts with nothing in common without comparing all of their blocks", () => {
    const write = (word: string) => Array.from({ length: 4100 }, (_, index) => `${word} ${index}.`).join("\n\n");
    const { body, conflicts } = mergeBodies(write("Base"), write("Ours"), write("Theirs"));
    expect(body.match(/Ours/g)).toHaveLength(4100);
    expect(body.match(/Theirs/g)).toHaveLength(4100);
    expect(conflicts).toHaveLength(4100);
  });

  it("merges books by their paragraphs, without parsing them, byte by byte", () => {
    const line = "A line of a book\r\nand another one.";
    const book = `\n \n${`${line}\r\n \t\r\n`.repeat(10_000)}- a\n\n\n`;
    const [mine, other] = [`First.\n${book}`, `${book}Last.\n`];
    expect(mergeBodies(book, mine, book)).toEqual({ body: mine, conflicts: [] });
    expect(mergeBodies(book, book, other)).toEqual({ body: other, conflicts: [] });
    expect(mergeBodies(book, mine, other)).toEqual({ body: `${mine}Last.\n`, conflicts: [] });
    // A text as long as `book` is split at every empty line, even within a block of code.
    const code = `${book}\`\`\`\nOne.\n\nTwo.\n\`\`\`\n`;
    const { conflicts } = mergeBodies(code, code.replace("Two.", "2 a."), code.replace("Two.", "2 b."));
    expect(conflicts).toEqual([{ ours: "2 a.\n```", theirs: "2 b.\n```" }]);
  });
});
