import type { ReactNode } from "react";
import type { MonthWeeks } from "../../server/calendars/eventViews.ts";
import styles from "./MonthGrid.module.css";

interface MonthGridProps<Cell> extends MonthWeeks<Cell> {
  caption: ReactNode;
  className: string | undefined;
  /** Renders a day's `<td>`. */
  renderDay: (cell: Cell) => ReactNode;
}

/** A month as a table with one row per week. */
export function MonthGrid<Cell>({ caption, className, weekdays, weeks, renderDay }: MonthGridProps<Cell>) {
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
          <tr key={key}>{cells.map((cell, index) => (cell ? renderDay(cell) : <td key={weekdays[index]?.long} />))}</tr>
        ))}
      </tbody>
    </table>
  );
}
