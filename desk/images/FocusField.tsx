import { type KeyboardEvent, useId, useRef } from "react";
import { getTexts } from "../texts/texts.ts";
import css from "./FocusField.module.css";

interface FocusFieldProps {
  /** Address of a thumbnail of the whole image. */
  src: string;
  /** Point such as "50% 25%"; null for the default. */
  focus: string | null;
  onChange(focus: string): void;
}

/** Percentages of the grid's rows and columns. The site rounds points to these percentages. */
const STEPS = [0, 25, 50, 75, 100] as const;
/** Point that crops of an image keep visible unless somebody has chosen another point. */
export const DEFAULT_FOCUS = "50% 25%";
/** Aspect ratios of the site's crops. */
const CROPS = ["16 / 9", "3 / 2", "4 / 3", "1 / 1"] as const;
/** Numbers of columns and rows by which each arrow key moves the chosen point on the grid. */
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Grid over an image on which the person chooses the point that crops keep. Shows every crop of the site. */
export function FocusField({ src, focus, onChange }: FocusFieldProps) {
  const texts = getTexts().images;
  const name = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [column, row] = toCell(focus ?? DEFAULT_FOCUS);

  function onKeyDown(event: KeyboardEvent): void {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    const next = (at: number, by: number) => Math.min(STEPS.length - 1, Math.max(0, at + by));
    const cell = [next(column, move[0]), next(row, move[1])] as const;
    grid.current?.querySelectorAll("input")[cell[1] * STEPS.length + cell[0]]?.focus();
    onChange(toFocus(cell));
  }

  return (
    <div className={css.field}>
      <fieldset>
        <legend>{texts.focus}</legend>
        <p className={css.hint}>{texts.focusHint}</p>
        <div className={css.picture}>
          <img src={src} alt="" />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the radio buttons in it have the keys */}
          <div ref={grid} className={css.grid} onKeyDown={onKeyDown}>
            {STEPS.flatMap((top, y) =>
              STEPS.map((left, x) => (
                <label key={toFocus([x, y])}>
                  <input
                    type="radio"
                    name={name}
                    aria-label={texts.point(left, top)}
                    checked={x === column && y === row}
                    onChange={() => onChange(toFocus([x, y]))}
                  />
                </label>
              )),
            )}
          </div>
        </div>
      </fieldset>
      <h3 className={css.cropsTitle}>{texts.crops}</h3>
      <ul className={css.crops}>
        {CROPS.map((ratio) => (
          <li key={ratio}>
            <img src={src} alt="" style={{ aspectRatio: ratio, objectPosition: toFocus([column, row]) }} />
            <span>{texts.cropNames[ratio]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Cell = readonly [column: number, row: number];

function toFocus([column, row]: Cell): string {
  return `${STEPS[column]}% ${STEPS[row]}%`;
}

function toCell(focus: string): Cell {
  const [left = 50, top = 25] = focus.split(" ").map((part) => Number.parseInt(part, 10));
  return [Math.round(left / 25), Math.round(top / 25)];
}
