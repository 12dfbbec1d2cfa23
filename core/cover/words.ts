import { clean, drawLines } from "./lettering.ts";
import type { Palette } from "./palettes.ts";
import { fitText, LEADING } from "./setting.ts";

/** What a cover says. */
export interface CoverText {
  title: string;
  subtitle?: string | undefined;
  /** The word with which titles of the series begin; it stands over a rule, and the rest of the title under it. */
  series?: string | undefined;
}

/** The column that the words stand in. */
interface Column {
  x: number;
  width: number;
  height: number;
}

interface Words {
  /** How much of the column they take. */
  height: number;
  drawAt(y: number): string;
}

/** Sizes in units of the cover; shown 160 pixels wide, a cover is drawn at half of them. */
const SERIES = { largest: 30, smallest: 16 };
const TITLE = { largest: 84, smallest: 20 };
const SUBTITLE = { largest: 22, smallest: 16 };

/** The series, or the subtitle of a book that is in none, over a rule; under it the title, then what is left. */
export function setWords({ title, subtitle, series }: CoverText, column: Column, { ink, middle }: Palette): Words {
  const isInSeries = series !== undefined && title.startsWith(`${series} `);
  const over = isInSeries ? series : clean(subtitle ?? "");
  const under = isInSeries ? clean(subtitle ?? "") : "";
  const name = isInSeries ? title.slice(series.length + 1) : title;
  const parts: ((top: number) => string)[] = [];
  let height = 0;

  function set(words: string, room: number, sizes: typeof TITLE) {
    const setting = fitText(words, { width: column.width, height: room, ...sizes });
    const offset = height;
    parts.push((top) => drawLines(setting, column.x, top + offset, ink));
    height += Math.round(setting.lines.length * setting.size * LEADING);
  }

  if (over) {
    set(over, 52, isInSeries ? SERIES : SUBTITLE);
    const offset = height;
    parts.push(
      (top) => `<path fill="${middle}" d="M${column.x} ${top + offset}h${column.width}v2h-${column.width}z"/>`,
    );
    height += 18;
  }
  set(name, column.height - height - (under ? 60 : 0), TITLE);
  if (under) {
    height += 8;
    set(under, 52, SUBTITLE);
  }
  return { height, drawAt: (top) => parts.map((draw) => draw(top)).join("") };
}
