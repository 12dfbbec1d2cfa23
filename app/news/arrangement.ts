import type { Block } from "../../server/news/views.ts";

/** When a block's lead is on the right: always, only where blocks that share a row are stacked, or never (null). */
export type Mirror = "always" | "stacked" | null;

interface PlacedBlock {
  block: Block;
  /** Half of the page, or the whole column. */
  width: "half" | "whole";
  mirror: Mirror;
}

/**
 * Arranges the front page's blocks. The first `besideRail` blocks go beside the rail. Below the rail, consecutive lists
 * share rows in pairs; other blocks have their own rows. Every second block of each layout is mirrored, for variety.
 */
export function arrangeBlocks(blocks: readonly Block[], besideRail: number) {
  const counts = { list: 0, featured: 0 };
  const place = (block: Block, width: PlacedBlock["width"]): PlacedBlock => {
    const isMirrored = counts[block.layout]++ % 2 === 1;
    return { block, width, mirror: isMirrored ? (width === "whole" ? "always" : "stacked") : null };
  };

  const beside = blocks.slice(0, besideRail).map((block) => place(block, "whole"));
  const rest = blocks.slice(besideRail);
  const under: PlacedBlock[] = [];
  for (let index = 0; index < rest.length; index++) {
    const [block, next] = [rest[index], rest[index + 1]];
    if (!block) break;
    if (block.layout === "list" && next?.layout === "list") {
      under.push(place(block, "half"), place(next, "half"));
      index++;
    } else under.push(place(block, "whole"));
  }
  return { beside, under };
}
