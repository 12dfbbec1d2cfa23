import { MonthGrid } from "../calendar/MonthGrid.tsx";
import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/archiveMonth";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./ArchivePages.module.css";

/** A month as a calendar with the number of stories per day. */
export function ArchiveMonthPage({ loaderData }: Route.ComponentProps) {
  const { archive } = usePageTexts();
  const { title, count, sampleCount, weekdays, weeks, previous, next } = loaderData;
  return (
    <section className={styles.archive}>
      <p className={styles.parent}>{archive.parent}</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.summary}>{count === 0 ? archive.emptyMonth : archive.summary(count, sampleCount)}</p>
      <MonthGrid
        weekdays={weekdays}
        weeks={weeks}
        className={styles.table}
        caption={<caption className={hidden.visuallyHidden}>{archive.byDay(title)}</caption>}
        renderDay={(cell) => (
          <td key={cell.date}>
            {cell.count > 0 ? (
              <Link className={styles.day} to={cell.href}>
                <span className={hidden.visuallyHidden}>{cell.label}</span>
                <b aria-hidden="true">{cell.number}</b>
                <span className={styles.count} aria-hidden="true">
                  {cell.count}
                  <span className={styles.unit}>{archive.unit(cell.count)}</span>
                </span>
              </Link>
            ) : (
              <span className={styles.day}>{cell.number}</span>
            )}
          </td>
        )}
      />
      <Pagination label={archive.months} previous={previous} next={next} />
    </section>
  );
}
