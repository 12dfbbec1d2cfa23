import type { ArchiveCell, ArchiveMonth as ArchiveMonthView } from "../../server/news/archive/archiveViews.ts";
import { MonthGrid } from "../calendar/MonthGrid.tsx";
import { Link } from "../ui/Link.tsx";
import { PaginationLink } from "../ui/Pagination.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./Archive.module.css";

/** A month as a calendar with the number of stories of each day. */
export function ArchiveMonth({ month }: { month: ArchiveMonthView }) {
  const { title, count, weekdays, weeks, previous, next } = month;
  return (
    <section className={styles.archive}>
      <p className={styles.parent}>The archive</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.summary}>{summarize(count)}</p>
      <MonthGrid
        weekdays={weekdays}
        weeks={weeks}
        className={styles.table}
        caption={<caption className={hidden.visuallyHidden}>{title}, by day</caption>}
        day={(cell) => <Day key={cell.date} cell={cell} />}
      />
      <PaginationLink label="Months" back={previous} on={next} />
    </section>
  );
}

function Day({ cell: { number, count, label, href } }: { cell: ArchiveCell }) {
  return (
    <td>
      {count > 0 ? (
        <Link className={styles.day} to={href}>
          <span className={hidden.visuallyHidden}>{label}</span>
          <b aria-hidden="true">{number}</b>
          <span className={styles.count} aria-hidden="true">
            {count}
            <span className={styles.unit}>{count === 1 ? " story" : " stories"}</span>
          </span>
        </Link>
      ) : (
        <span className={styles.day}>{number}</span>
      )}
    </td>
  );
}

function summarize(count: number): string {
  if (count === 0) return "No story in the archive is of this month.";
  const stories = count === 1 ? "1 story" : `${count.toLocaleString("en-US")} stories`;
  return `${stories} in the archive. Under each day stands how many it has.`;
}
