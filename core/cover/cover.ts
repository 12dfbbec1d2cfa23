import { randomFrom } from "../random.ts";
import { type Arrangement, chooseDesign } from "./design.ts";
import type { Box } from "./figures.ts";
import { clean, escapeXml, outlines } from "./lettering.ts";
import type { Theme } from "./palettes.ts";
import { type CoverText, setWords } from "./words.ts";

const COVER_WIDTH = 320;
const COVER_HEIGHT = 480;
/** From the edges to the words. */
const MARGIN = 26;
const STRIP = 84;
const PADDING = 14;

/**
 * Draws the cover of a book that has no picture of its own: its title in large letters, and a figure of its theme.
 *
 * The same text gives the same cover on every machine. The title always stands on it whole, unless it is longer than any
 * title is. Characters that the letters of the house do not have are set in the device's own serif.
 *
 * @returns a whole SVG document, 320 by 480 units, about four kilobytes of which two travel
 */
export function drawCover({ theme, ...text }: CoverText & { theme: Theme }): string {
  const title = clean(text.title);
  const random = randomFrom(title);
  const { palette, figure, arrangement } = chooseDesign(theme, random);
  const words = setWords({ ...text, title }, columnOf(arrangement), palette);
  const { figure: box, top, label } = layOut(arrangement, words.height);
  const lettering = words.drawAt(top);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" width="${COVER_WIDTH}" height="${COVER_HEIGHT}">` +
    `<title>${escapeXml(title)}</title>${outlines(lettering)}` +
    fill({ x: 0, y: 0, width: COVER_WIDTH, height: COVER_HEIGHT }, palette.ground) +
    `<svg x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}">${figure(box, palette, random)}</svg>` +
    (label ? fill(label, palette.ground) : "") +
    lettering +
    `<path fill="none" stroke="#000" stroke-opacity=".18" d="M.5.5h319v479H.5z"/></svg>`
  );
}

function columnOf(arrangement: Arrangement): { x: number; width: number; height: number } {
  const width = COVER_WIDTH - 2 * MARGIN;
  if (arrangement === "strip") return { x: MARGIN, width: width - STRIP + 8, height: COVER_HEIGHT - 2 * MARGIN };
  if (arrangement === "label") return { x: MARGIN + PADDING, width: width - 2 * PADDING, height: 240 };
  return { x: MARGIN, width, height: 206 };
}

/** The figure takes the room that the words leave. */
function layOut(arrangement: Arrangement, height: number): { figure: Box; top: number; label?: Box } {
  const whole = { x: 0, y: 0, width: COVER_WIDTH, height: COVER_HEIGHT };
  const atFoot = COVER_HEIGHT - MARGIN - height;
  const top = MARGIN + 4;
  switch (arrangement) {
    case "under": {
      const y = top + height + 18;
      return { top, figure: { ...whole, y, height: COVER_HEIGHT - y } };
    }
    case "over":
      return { top: atFoot, figure: { ...whole, height: atFoot - MARGIN } };
    case "plate":
      return {
        top: atFoot,
        figure: { x: MARGIN, y: MARGIN, width: COVER_WIDTH - 2 * MARGIN, height: atFoot - 2 * MARGIN },
      };
    case "label": {
      const label = { x: MARGIN, y: MARGIN, width: COVER_WIDTH - 2 * MARGIN, height: height + 2 * PADDING };
      return { top: MARGIN + PADDING + 2, figure: whole, label };
    }
    case "strip":
      return { top, figure: { ...whole, x: COVER_WIDTH - STRIP, width: STRIP } };
  }
}

function fill({ x, y, width, height }: Box, color: string): string {
  return `<path fill="${color}" d="M${x} ${y}h${width}v${height}h-${width}z"/>`;
}
