import type { Block } from "../../server/news/views.ts";

/** Condition for a block's lead to be on the right: always, only where blocks of a row are stacked, or never (null). */
export type Mirror = "always" | "stacked" | null;

interface PlacedBlock {
  block: Block;
  /** Half of the page's width, or all of the column's. */
  width: "half" | "whole";
  mirror: Mirror;
}

/**
 * Arranges the front page's blocks. The first `besideCount` blocks go beside the rail. Below the rail, consecutive lists
 * share rows in pairs; other blocks have their own rows. Every second block of each layout is mirrored, for variety.
 */
export function arrangeBlocks(blocks: readonly Block[], besideCount: number) {
  const counts = { list: 0, featured: 0 };
  const place = (block: Block, width: PlacedBlock["width"]): PlacedBlock => {
    const isMirrored = counts[block.layout]++ % 2 === 1;
    return { block, width, mirror: isMirrored ? (width === "whole" ? "always" : "stacked") : null };
  };

  const beside = blocks.slice(0, besideCount).map((block) => place(block, "whole"));
  const rest = blocks.slice(besideCount);
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
