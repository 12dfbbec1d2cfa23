import { RAIL_PARTS } from "../../core/rail.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { Block, FrontPage } from "../../server/news/views.ts";

/**
 * Condition under which a block's first story is on the right: always, or only in narrow windows, which stack blocks
 * that share a row in wide windows.
 */
export type Mirror = "always" | "stacked" | undefined;

interface PlacedBlock {
  block: Block;
  /** Undefined for a block as wide as the page or its column. */
  width?: "half";
  mirror?: Mirror;
}

/** The front page with its blocks in their places. Plain data, so that the browser need not arrange the blocks. */
export interface ArrangedFrontPage extends Omit<FrontPage, "blocks"> {
  /** Parts of the rail, from the top. */
  rail: (typeof RAIL_PARTS)[number][];
  /** Blocks beside the rail. */
  beside: PlacedBlock[];
  /** Blocks below the rail. */
  under: PlacedBlock[];
  /** True if the banner is below the first block; false if it is below the hero. */
  isBannerBeside: boolean;
}

/**
 * Usual heights of the page's parts, in px, with the surrounding space, in a window 1280 px wide. The heights of
 * embedded frames and of the rail's ad are added later.
 */
const BLOCK_HEIGHTS = { list: 565, featured: 600 };
const PART_HEIGHTS = { radio: 175, events: 110, ad: 66, video: 280, latest: 90 };
const BANNER_HEIGHT = 131;
const FORM_HEIGHT = 170;
/** Largest number of blocks beside the rail for which HomePage.module.css has a rule. */
const MAX_BESIDE = 4;

export function arrangeFrontPage({ blocks, ...page }: FrontPage, edition: PublicEdition): ArrangedFrontPage {
  const rail = listRailParts(edition, page);
  const banner = edition.ads.find(({ place }) => place === "banner");
  // If a served ad is 970 px wide, the column is too narrow for the ad, and the ad server would leave the slot empty.
  const fitsColumn = banner !== undefined && !(banner.served && banner.size.startsWith("970"));
  const { embeds, ads } = edition;
  const frames = {
    radio: 0,
    events: embeds.events?.height ?? 0,
    ad: Number(ads.find(({ place }) => place === "rail")?.size.split("x")[1] ?? 0),
    video: 0,
    latest: embeds.latest?.height ?? 0,
  };
  const railHeight = rail.reduce((sum, part) => sum + PART_HEIGHTS[part] + frames[part], 0);
  const count = countBlocksBeside(
    blocks,
    railHeight - (fitsColumn ? BANNER_HEIGHT : 0) - (edition.signUp ? FORM_HEIGHT : 0),
  );
  return { ...page, rail, ...arrangeBlocks(blocks, count), isBannerBeside: fitsColumn && count > 0 };
}

/** Returns the parts of the rail that the edition has, in the edition's order. */
function listRailParts(
  { embeds: { events, latest, video }, ads, radioTitle, rail }: PublicEdition,
  { isWhole }: Pick<FrontPage, "isWhole">,
) {
  const has = {
    radio: radioTitle,
    events,
    ad: ads.some(({ place }) => place === "rail"),
    video,
    latest: latest && !isWhole,
  };
  return (rail ?? [...RAIL_PARTS]).filter((part) => has[part]);
}

/** Returns the number of blocks that are together about as high as the rail. */
export function countBlocksBeside(blocks: readonly Pick<Block, "layout">[], railHeight: number): number {
  let [left, count] = [railHeight, 0];
  for (const { layout } of blocks) {
    const height = BLOCK_HEIGHTS[layout];
    if (left < height / 2 || count === MAX_BESIDE) break;
    left -= height;
    count++;
  }
  // Puts at least one block beside the rail, if there is a rail.
  return railHeight > 0 && blocks.length > 0 ? Math.max(1, count) : 0;
}

/**
 * Arranges the front page's blocks. Places the first `besideCount` blocks beside the rail. Below the rail, two
 * consecutive blocks with the list layout share a row, and each remaining block has its own row. Mirrors every second
 * block of each layout, for variety.
 */
export function arrangeBlocks(blocks: readonly Block[], besideCount: number) {
  const counts = { list: 0, featured: 0 };
  const place = (block: Block, width?: PlacedBlock["width"]): PlacedBlock => {
    const isMirrored = counts[block.layout]++ % 2 === 1;
    const mirror = isMirrored && { mirror: width ? ("stacked" as const) : ("always" as const) };
    return { block, ...(width && { width }), ...mirror };
  };

  const beside = blocks.slice(0, besideCount).map((block) => place(block));
  const rest = blocks.slice(besideCount);
  const under: PlacedBlock[] = [];
  for (let index = 0; index < rest.length; index++) {
    const [block, next] = [rest[index], rest[index + 1]];
    if (!block) break;
    if (block.layout === "list" && next?.layout === "list") {
      under.push(place(block, "half"), place(next, "half"));
      index++;
    } else under.push(place(block));
  }
  return { beside, under };
}
