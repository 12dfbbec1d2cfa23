import { expect, it } from "vitest";
import type { Block, Layout } from "../../server/news/views.ts";
import { countSideCards, getSectionShape } from "../news/Card.tsx";
import { arrangeBlocks } from "./arrangement.ts";

function createBlocks(...layouts: Layout[]): Block[] {
  return layouts.map((layout, index) => {
    const slug = `section-${index}`;
    const section = { slug, name: slug, shortName: slug, href: `/${slug}`, tone: "lake" } as const;
    return { section, layout, state: "fresh", notice: null, stories: [] };
  });
}

/** Returns the width and the mirroring of each block. */
const decisions = (blocks: ReturnType<typeof arrangeBlocks>["under"]) =>
  blocks.map(({ width, mirror }) => [width, mirror]);

it("gives every block beside the rail its whole column", () => {
  const { beside, under } = arrangeBlocks(createBlocks("list", "list", "featured"), 4);
  expect(decisions(beside)).toEqual([
    ["whole", null],
    ["whole", "always"],
    ["whole", null],
  ]);
  expect(under).toEqual([]);
});

it("puts two consecutive lists below the rail in one row", () => {
  const { under } = arrangeBlocks(createBlocks("list", "list", "featured", "list"), 0);
  expect(decisions(under)).toEqual([
    ["half", null],
    ["half", "stacked"],
    ["whole", null],
    ["whole", null],
  ]);
});

it("mirrors every other block of a layout, counted across the rail", () => {
  const { beside, under } = arrangeBlocks(createBlocks("list", "featured", "featured", "list", "featured"), 2);
  expect(decisions(beside)).toEqual([
    ["whole", null],
    ["whole", null],
  ]);
  expect(decisions(under)).toEqual([
    ["whole", "always"],
    ["whole", "always"],
    ["whole", null],
  ]);
});

it("keeps all blocks in their order", () => {
  const blocks = createBlocks("list", "list", "list", "featured", "list", "list", "list");
  const { beside, under } = arrangeBlocks(blocks, 1);
  expect([...beside, ...under].map(({ block }) => block)).toEqual(blocks);
});

it("gives a section's page one large card, two beside it, and a grid", () => {
  const shapes = (sideCards: number) => [0, 1, 2, 3, 14].map((index) => getSectionShape(index, sideCards));
  expect(shapes(2)).toEqual(["top", "side", "side", "grid", "grid"]);
  expect(shapes(4)).toEqual(["top", "side", "side", "side", "grid"]);
});

it("puts four cards beside a section's large one if none of them has an image, otherwise two", () => {
  const image = { key: "photo", width: 900, height: 600, alt: "", caption: "", credit: "" };
  const [plain, pictured] = [{ image: null }, { image }];
  expect(countSideCards([pictured, plain, plain, plain, plain, pictured])).toBe(4);
  expect(countSideCards([plain, plain, plain, pictured, plain])).toBe(2);
});
