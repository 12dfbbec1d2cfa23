import type { ReactNode } from "react";
import type { MonthWeeks } from "../../server/calendars/views.ts";
import styles from "./MonthGrid.module.css";

interface MonthGridProps<Cell> extends MonthWeeks<Cell> {
  caption: ReactNode;
  className: string | undefined;
  /** A day's cell of the table. */
  day: (cell: Cell) => ReactNode;
}

/** A month as a table of its weeks. */
export function MonthGrid<Cell>({ caption, className, weekdays, weeks, day }: MonthGridProps<Cell>) {
  return (
    <table className={`${styles.table} ${className}`}>
      {caption}
      <thead>
        <tr>
          {weekdays.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ key, cells }) => (
          <tr key={key}>{cells.map((cell, place) => (cell ? day(cell) : <td key={weekdays[place]?.long} />))}</tr>
        ))}
      </tbody>
    </table>
  );
}
