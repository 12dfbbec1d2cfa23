import { escapeXml } from "../../../core/feed/xml.ts";
import { createRandom, pick, type Random } from "../../../core/random.ts";
import type { BookCover, Theme } from "../../editions/pages/books.ts";
import * as shapes from "./coverShapes.ts";
import { type Box, cleanText, drawRectangle, toSvgDocument } from "./svg.ts";
import { drawText, fitText, getTextHeight, withOutlines } from "./typesetter.ts";

const WIDTH = 320;
const HEIGHT = 480;
const MARGIN = 26;
/** Width, in px, of the shape in the arrangement "strip". */
const STRIP = 84;
const LABEL_PADDING = 14;

/** Font sizes and heights in px, for a cover 320 px wide. Pages show covers as narrow as 160 px. */
const SERIES = { largest: 30, smallest: 16, height: 52 };
const SUBTITLE = { largest: 22, smallest: 16, height: 52 };
const TITLE = { largest: 84, smallest: 20 };
const LEADING = 1.04;
const FACE = "newsreader-600";

/**
 * Place of the shape: below the words ("under"), above the words ("over"), above the words with margins ("plate"),
 * behind a label with the words ("label"), or to the right of the words ("strip").
 */
type Arrangement = "under" | "over" | "plate" | "label" | "strip";

const PALETTES: Record<Theme, shapes.CoverPalette> = {
  scripture: { ground: "#f3e4d0", far: "#dea86a", middle: "#a9542a", ink: "#451a12", light: "#fffaf0" },
  breath: { ground: "#dcebf1", far: "#8fb8cc", middle: "#3f6f88", ink: "#12304a", light: "#ffffff" },
  mind: { ground: "#e7e1ef", far: "#a998c5", middle: "#5c4a80", ink: "#251a3f", light: "#fffdf6" },
  body: { ground: "#e5ead8", far: "#a5b67f", middle: "#587040", ink: "#1f2e1b", light: "#fdfbe9" },
  wealth: { ground: "#f2e9cb", far: "#d3b252", middle: "#8a6a1c", ink: "#2f250c", light: "#fffbea" },
  way: { ground: "#e6e9eb", far: "#a7b0b8", middle: "#5f6a75", ink: "#1c242c", light: "#ffffff" },
  classic: { ground: "#f4efe4", far: "#cdbfa6", middle: "#7d5f4d", ink: "#231a17", light: "#fffdf7" },
};

const SHAPES: Record<Theme, readonly shapes.CoverShape[]> = {
  scripture: [shapes.drawArches, shapes.drawRays, shapes.drawLotus],
  breath: [shapes.drawWaves, shapes.drawRings, shapes.drawSunset],
  mind: [shapes.drawRings, shapes.drawOrbits, shapes.drawTiles],
  body: [shapes.drawLotus, shapes.drawSunset, shapes.drawTiles],
  wealth: [shapes.drawPillars, shapes.drawStairs, shapes.drawTiles],
  way: [shapes.drawPeaks, shapes.drawWaves, shapes.drawArches],
  classic: [shapes.drawRays, shapes.drawOrbits, shapes.drawPeaks],
};

/** Arrangements to choose from, by shape. All other shapes use `DEFAULT_ARRANGEMENTS`. */
const ARRANGEMENTS = new Map<shapes.CoverShape, readonly Arrangement[]>([
  [shapes.drawArches, ["under", "over", "plate", "strip"]],
  [shapes.drawRays, ["under", "over", "label"]],
  [shapes.drawWaves, ["under", "over", "plate", "label"]],
  [shapes.drawRings, ["under", "plate", "label"]],
  [shapes.drawTiles, ["under", "over", "label", "strip"]],
  [shapes.drawPillars, ["over", "plate", "under"]],
  [shapes.drawStairs, ["under", "label"]],
]);
const DEFAULT_ARRANGEMENTS: readonly Arrangement[] = ["under", "over", "plate"];

/**
 * Draws a cover as an SVG file of 4 to 9 kB. The result is the same on every machine. Characters that our typefaces
 * lack are set in a font of the reader's device.
 */
export function drawBookCover({ theme, series, ...text }: Omit<BookCover, "version">): string {
  const title = cleanText(text.title);
  const random = createRandom(title);
  const { palette, shape, arrangement } = chooseDesign(theme, random);
  const words = setWords({ title, series, subtitle: cleanText(text.subtitle ?? "") }, getColumn(arrangement), palette);
  const { shapeBox, top, label } = layOut(arrangement, words.height);
  const { x, y, width, height } = shapeBox;
  const drawing =
    drawRectangle({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, palette.ground) +
    `<svg x="${x}" y="${y}" width="${width}" height="${height}">${shape(shapeBox, palette, random)}</svg>` +
    (label ? drawRectangle(label, palette.ground) : "") +
    words.drawAt(top) +
    `<path fill="none" stroke="#000" stroke-opacity=".18" d="M.5.5h319v479H.5z"/>`;
  return toSvgDocument({ width: WIDTH, height: HEIGHT }, `<title>${escapeXml(title)}</title>${withOutlines(drawing)}`);
}

/** Chooses one of the theme's shapes and an arrangement. One cover in three has dark colors. */
function chooseDesign(
  theme: Theme,
  random: Random,
): { palette: shapes.CoverPalette; shape: shapes.CoverShape; arrangement: Arrangement } {
  const shape = pick(SHAPES[theme], random);
  const arrangement = pick(ARRANGEMENTS.get(shape) ?? DEFAULT_ARRANGEMENTS, random);
  const palette = PALETTES[theme];
  if (random.integer(0, 2) > 0) return { shape, arrangement, palette };
  const { ground, far, middle, ink } = palette;
  return { shape, arrangement, palette: { ...palette, ground: ink, far: middle, middle: far, ink: ground } };
}

/** Returns the position and size of the column for the words. */
function getColumn(arrangement: Arrangement): Omit<Box, "y"> {
  const width = WIDTH - 2 * MARGIN;
  if (arrangement === "strip") return { x: MARGIN, width: width - STRIP + 8, height: HEIGHT - 2 * MARGIN };
  if (arrangement === "label") return { x: MARGIN + LABEL_PADDING, width: width - 2 * LABEL_PADDING, height: 240 };
  return { x: MARGIN, width, height: 206 };
}

/** Returns the positions of shape, words and label. A shape below or above the words fills the rest of the cover. */
function layOut(arrangement: Arrangement, height: number): { shapeBox: Box; top: number; label?: Box } {
  const cover = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const inner = { x: MARGIN, y: MARGIN, width: WIDTH - 2 * MARGIN };
  const topAtFoot = HEIGHT - MARGIN - height;
  const top = MARGIN + 4;
  switch (arrangement) {
    case "under": {
      const y = top + height + 18;
      return { top, shapeBox: { ...cover, y, height: HEIGHT - y } };
    }
    case "over":
      return { top: topAtFoot, shapeBox: { ...cover, height: topAtFoot - MARGIN } };
    case "plate":
      return { top: topAtFoot, shapeBox: { ...inner, height: topAtFoot - 2 * MARGIN } };
    case "label":
      return {
        top: MARGIN + LABEL_PADDING + 2,
        shapeBox: cover,
        label: { ...inner, height: height + 2 * LABEL_PADDING },
      };
    case "strip":
      return { top, shapeBox: { ...cover, x: WIDTH - STRIP, width: STRIP } };
  }
}

/**
 * Lays out the words of a cover. From the top: subtitle, horizontal line and title. In a series: series, horizontal
 * line, title and subtitle.
 */
function setWords(
  { title, subtitle, series }: { title: string; subtitle: string; series: string | undefined },
  column: Omit<Box, "y">,
  { ink, middle }: shapes.CoverPalette,
): { height: number; drawAt: (top: number) => string } {
  const isInSeries = series !== undefined && title.startsWith(`${series} `);
  const parts: ((top: number) => string)[] = [];
  let height = 0;

  function set(text: string, sizes: typeof SERIES): void {
    const fitted = fitText(text, FACE, { ...sizes, width: column.width, leading: LEADING });
    const offset = height;
    parts.push((top) => drawText(fitted, column.x, top + offset, ink));
    height += Math.round(getTextHeight(fitted));
  }

  const over = isInSeries ? series : subtitle;
  const under = isInSeries ? subtitle : "";
  if (over) {
    set(over, isInSeries ? SERIES : SUBTITLE);
    const offset = height;
    parts.push((top) => drawRectangle({ x: column.x, y: top + offset, width: column.width, height: 2 }, middle));
    height += 18;
  }
  set(isInSeries ? title.slice(series.length + 1) : title, {
    ...TITLE,
    height: column.height - height - (under ? 60 : 0),
  });
  if (under) {
    height += 8;
    set(under, SUBTITLE);
  }
  return { height, drawAt: (top) => parts.map((draw) => draw(top)).join("") };
}
