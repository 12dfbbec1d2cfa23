import type { ArchiveMonth as ArchiveMonthView } from "../../server/news/archiveViews.ts";
import { Link } from "../layout/Link.tsx";
import { Turn } from "../layout/Turn.tsx";
import styles from "./Archive.module.css";

/** A month as a calendar: how many stories each day has, and the way to them. */
export function ArchiveMonth({ month }: { month: ArchiveMonthView }) {
  const { title, count, weekdays, weeks, previous, next } = month;
  return (
    <section className={styles.archive}>
      <p className={styles.above}>The archive</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.none}>{countWords(count)}</p>
      <table className={styles.table}>
        <caption>{title}, by day</caption>
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
            <tr key={key}>
              {cells.map((cell, place) => (
                <td key={cell?.date ?? weekdays[place]?.long}>
                  {cell &&
                    (cell.count > 0 ? (
                      <Link className={styles.day} to={cell.href} prefetch="intent">
                        <span className={styles.label}>{cell.label}</span>
                        <b aria-hidden="true">{cell.number}</b>
                        <span className={styles.count} aria-hidden="true">
                          {cell.count}
                          <span className={styles.unit}>{cell.count === 1 ? " story" : " stories"}</span>
                        </span>
                      </Link>
                    ) : (
                      <span className={styles.day}>{cell.number}</span>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Turn label="Months" back={previous} on={next} />
    </section>
  );
}

function countWords(count: number): string {
  if (count === 0) return "No story in the archive is of this month.";
  const stories = count === 1 ? "1 story" : `${count.toLocaleString("en-US")} stories`;
  return `${stories} in the archive. Under each day stands how many it has.`;
}
