import type { Block } from "../../server/news/views.ts";

/** Where a block's lead stands on the right: everywhere, or only where blocks that share a row are stacked; null for never. */
export type Mirror = "always" | "stacked" | null;

export interface Placed {
  block: Block;
  /** Half the page, or all of its column. */
  width: "half" | "whole";
  mirror: Mirror;
}

/**
 * Arranges the front page's blocks so that fifteen in a row are no monotone.
 *
 * The first stand beside the rail. Under it the page is wide: two lists that follow each other share a row, whatever else
 * has one of its own. Every other block of one shape is mirrored, whether it stands alone always or on a narrow page only.
 *
 * @param beside how many blocks the rail is high
 */
export function arrangeBlocks(blocks: readonly Block[], beside: number): { beside: Placed[]; under: Placed[] } {
  const seen = { list: 0, featured: 0 };
  const place = (block: Block, width: Placed["width"]): Placed => {
    const isOdd = seen[block.layout]++ % 2 === 1;
    return { block, width, mirror: isOdd ? (width === "whole" ? "always" : "stacked") : null };
  };

  const first = blocks.slice(0, beside).map((block) => place(block, "whole"));
  const rest = blocks.slice(beside);
  const under: Placed[] = [];
  for (let index = 0; index < rest.length; index++) {
    const [block, next] = [rest[index], rest[index + 1]];
    if (!block) break;
    if (block.layout === "list" && next?.layout === "list") {
      under.push(place(block, "half"), place(next, "half"));
      index++;
    } else under.push(place(block, "whole"));
  }
  return { beside: first, under };
}
