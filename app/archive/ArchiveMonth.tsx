import type { ArchiveCell, ArchiveMonth as ArchiveMonthView } from "../../server/news/archive/archiveViews.ts";
import { MonthGrid } from "../calendar/MonthGrid.tsx";
import { Link } from "../ui/Link.tsx";
import { Turn } from "../ui/Pagination.tsx";
import unseen from "../ui/VisuallyHidden.module.css";
import styles from "./Archive.module.css";

/** A month as a calendar: how many stories each day has, and the way to them. */
export function ArchiveMonth({ month }: { month: ArchiveMonthView }) {
  const { title, count, weekdays, weeks, previous, next } = month;
  return (
    <section className={styles.archive}>
      <p className={styles.above}>The archive</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.none}>{countWords(count)}</p>
      <MonthGrid
        weekdays={weekdays}
        weeks={weeks}
        className={styles.table}
        caption={<caption className={unseen.unseen}>{title}, by day</caption>}
        day={(cell) => <Day key={cell.date} cell={cell} />}
      />
      <Turn label="Months" back={previous} on={next} />
    </section>
  );
}

function Day({ cell: { number, count, label, href } }: { cell: ArchiveCell }) {
  return (
    <td>
      {count > 0 ? (
        <Link className={styles.day} to={href} prefetch="intent">
          <span className={unseen.unseen}>{label}</span>
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

function countWords(count: number): string {
  if (count === 0) return "No story in the archive is of this month.";
  const stories = count === 1 ? "1 story" : `${count.toLocaleString("en-US")} stories`;
  return `${stories} in the archive. Under each day stands how many it has.`;
}
