import type { ArchiveDay as ArchiveDayView } from "../../server/news/archive/archiveViews.ts";
import { Rows } from "../news/Rows.tsx";
import { Link } from "../ui/Link.tsx";
import { PaginationLink } from "../ui/Pagination.tsx";
import styles from "./Archive.module.css";

export function ArchiveDay({ day }: { day: ArchiveDayView }) {
  const { title, month, stories, all, previous, next } = day;
  return (
    <section className={styles.archive}>
      <p className={styles.parent}>
        <Link to={month.href}>{month.title}</Link>
      </p>
      <h1 className={styles.title}>{title}</h1>
      {stories.length > 0 ? (
        <Rows stories={stories} />
      ) : (
        <p className={styles.summary}>No story in the archive is of this day.</p>
      )}
      {all && (
        <p className={styles.all}>
          <Link to={all.href}>{all.title}</Link>
        </p>
      )}
      <PaginationLink label="Days" back={previous} on={next} />
    </section>
  );
}
