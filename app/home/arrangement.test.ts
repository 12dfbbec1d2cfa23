import { expect, it } from "vitest";
import type { Block, Layout } from "../../server/news/views.ts";
import { countSideCards, getPlainWidths, getSectionShape } from "../news/Card.tsx";
import { type ArrangedFrontPage, arrangeBlocks, countBlocksBeside } from "./arrangement.ts";
import { readFrontPage, writeFrontPage } from "./frontPageJson.ts";

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
    [undefined, undefined],
    [undefined, "always"],
    [undefined, undefined],
  ]);
  expect(under).toEqual([]);
});

it("puts two consecutive lists below the rail in one row", () => {
  const { under } = arrangeBlocks(createBlocks("list", "list", "featured", "list"), 0);
  expect(decisions(under)).toEqual([
    ["half", undefined],
    ["half", "stacked"],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it("mirrors every other block of a layout, counted across the rail", () => {
  const { beside, under } = arrangeBlocks(createBlocks("list", "featured", "featured", "list", "featured"), 2);
  expect(decisions(beside)).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(decisions(under)).toEqual([
    [undefined, "always"],
    [undefined, "always"],
    [undefined, undefined],
  ]);
});

it("puts as many blocks beside the rail as are together about as high, at least one and at most four", () => {
  const count = (height: number, size = 8) => countBlocksBeside(createBlocks(...Array(size).fill("list")), height);
  expect([200, 565, 800, 900, 2300, 9000].map((height) => count(height))).toEqual([1, 1, 1, 2, 4, 4]);
  expect([count(2300, 2), count(2300, 0), count(0)]).toEqual([2, 0, 0]);
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

it("shows the photos of a section's row only if all its cards have one, in rows of three and of two", () => {
  const image = { key: "photo", width: 900, height: 600, alt: "", caption: "", credit: "" };
  // Only card 5, counted from 0, has no photo. In three columns (`wide`), cards 3 to 5 form a row. In two columns
  // (`medium`), cards 5 and 6 form a row.
  const stories = Array.from({ length: 9 }, (_, index) => ({ image: index === 5 ? null : image }));
  expect(stories.map((_, index) => getPlainWidths(stories, index, 2))).toEqual([
    "",
    "",
    "",
    "wide",
    "wide",
    "wide medium",
    "medium",
    "",
    "",
  ]);
});

it("writes each section of a front page once and its instants without seconds, and reads it in every place", () => {
  const place = (...layouts: Layout[]) => createBlocks(...layouts).map((block) => ({ block }));
  const write = (page: object) => writeFrontPage(page as ArrangedFrontPage);
  const page = { beside: place("list"), under: place("featured", "list") };
  const json = write(page);
  expect([json.split('"shortName"').length - 1, readFrontPage(json)]).toEqual([2, page]);
  const dated = { date: { instant: "2026-08-22T03:32:55.000Z" } };
  expect(write(dated)).toBe('{"date":{"instant":"2026-08-22T03:32Z"}}');
});
