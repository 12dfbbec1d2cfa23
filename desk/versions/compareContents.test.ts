import { describe, expect, it } from "vitest";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { compareContents, type Side } from "./compareContents.ts";

const EMPTY: CopyContent = { title: "", deck: "", sections: [], byline: [], place: "", topics: [], body: "" };

/** Writes one side of a comparison as text, with changed words in brackets and styles in braces. */
function mark(side: Side | undefined): string | undefined {
  if (!side) return undefined;
  const write = (pieces: Side["words"]) =>
    pieces
      .map(({ text, styles, href, label, isChanged, hasAddress }) => {
        const looks = [...styles, ...(href === null ? [] : [hasAddress ? `link to ${href}` : "link"])].join(" ");
        const shown = `${label ? `<${label}>` : ""}${text}${looks && `{${looks}}`}`;
        return isChanged ? `[${shown}]` : shown;
      })
      .join("");
  const { words, image } = side;
  return image ? `${image.isChanged ? "new " : ""}${image.src}: ${write(image.alt)}: ${write(words)}` : write(words);
}

function compareBodies(before: string, after: string) {
  const { blocks } = compareContents({ ...EMPTY, body: before }, { ...EMPTY, body: after });
  return blocks.map((row) => [mark(row.before), mark(row.after)]);
}

describe("compareContents", () => {
  it("marks the words that changed in a block", () => {
    expect(compareBodies("One.\n\nThe night ferry is back.\n", "One.\n\nThe ferry is back again.\n")).toEqual([
      ["One.", "One."],
      ["The [night ]ferry is back.", "The ferry is back[ again]."],
    ]);
  });

  it("shows bold words, links and images in a line without signs of Markdown", () => {
    expect(compareBodies("It is **free** on the [site](https://a.example).\n", "It is _free_ on the site.\n")).toEqual([
      ["It is [free{strong}] on the [site{link}].", "It is [free{em}] on the [site]."],
    ]);
    expect(
      compareBodies("See ~~it~~ ![A pier](own:media/1) `now`.\n", "See it ![A pier](own:media/2) `now`.\n"),
    ).toEqual([["See [it{strike}] [<image>A pier] now{code}.", "See [it] [<image>A pier] now{code}."]]);
  });

  it("shows the addresses beside a link whose address changed", () => {
    const [before, after] = [
      "See the [**city** library](https://a.example).\n",
      "See the [**city** library](https://b.example).",
    ];
    expect(compareBodies(before, after)).toEqual([
      [
        "See the [city{strong link}][ library{link to https://a.example}].",
        "See the [city{strong link}][ library{link to https://b.example}].",
      ],
    ]);
    expect(
      compareBodies(
        "The [site](https://a.example).\n",
        "The [site](https://a.example), on the [web](https://b.example).\n",
      ),
    ).toEqual([["The site{link}.", "The site{link}[, on the ][web{link}]."]]);
  });

  it("shows headings, lists, quotations and tables as words", () => {
    const body = "## Hours\n\n- One\n  1. Two\n\n> Three\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n***\n";
    expect(compareBodies("", body).map(([, after]) => after)).toEqual([
      "[Hours{heading2}]",
      "[• ][One][\n    ][1. ][Two]",
      "[<quote>][ ][Three]",
      "[<table>][ ][\n{strong}][A{strong}][ | {strong}][B{strong}][\n][1][ | ][2]",
      "[<rule>]",
    ]);
  });

  it("finds no change where only signs of Markdown differ", () => {
    expect(compareContents({ ...EMPTY, body: "*One* two\n" }, { ...EMPTY, body: "_One_\ntwo\n" }).isSame).toBe(true);
  });

  it("shows blocks of one side only beside nothing", () => {
    expect(compareBodies("One.\n\nTwo.\n", "One.\n\nNew.\n\nMore.\n\nTwo.\n")).toEqual([
      ["One.", "One."],
      [undefined, "[New.]"],
      [undefined, "[More.]"],
      ["Two.", "Two."],
    ]);
    expect(compareBodies("One.\n", "")).toEqual([["[One.]", undefined]]);
  });

  it("compares images by their address, their alt text and their caption", () => {
    expect(compareBodies('![A pier](own:media/1 "Night.")\n', '![A long pier](own:media/1 "Night.")\n')).toEqual([
      ["own:media/1: A pier: Night.", "own:media/1: A [long ]pier: Night."],
    ]);
    expect(compareBodies("![A pier](own:media/1)\n", "![A pier](own:media/2)\n")).toEqual([
      ["new own:media/1: A pier: ", "new own:media/2: A pier: "],
    ]);
    expect(compareBodies("![A pier](own:media/1)\n", "Words.\n")).toEqual([
      ["new own:media/1: [A pier]: ", "[Words.]"],
    ]);
  });

  it("names the fields that changed", () => {
    const before: CopyContent = { ...EMPTY, title: "Ferry is back", topics: ["ferry"], language: "en" };
    const after: CopyContent = {
      ...EMPTY,
      title: "Ferry is back again",
      topics: ["ferry", "nights"],
      image: { file: "own:media/1", alt: "A pier", caption: "", credit: "Ben Cole" },
    };
    const { fields, isSame } = compareContents(before, after);
    expect(fields.map(({ name, row }) => [name, mark(row.before), mark(row.after)])).toEqual([
      ["title", "Ferry is back", "Ferry is back[ again]"],
      ["topics", "ferry", "ferry[, nights]"],
      ["language", "[en]", undefined],
      ["image", undefined, "new own:media/1: [A pier]: [Ben Cole]"],
    ]);
    expect(isSame).toBe(false);
  });

  it("finds no difference between a text and itself", () => {
    const content = { ...EMPTY, title: "Ferry", body: "One.\n\nTwo.\n" };
    expect(compareContents(content, { ...content }).isSame).toBe(true);
  });

  it("compares long texts without anything in common", () => {
    const write = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join(" ");
    const [row] = compareContents({ ...EMPTY, body: write("a") }, { ...EMPTY, body: write("b") }).blocks;
    expect(row?.before?.words).toHaveLength(1);
    expect(row?.isChanged).toBe(true);
  });
});
