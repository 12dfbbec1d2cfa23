import { usePageTexts } from "../language/pageTexts.ts";
import { Rows } from "../news/Rows.tsx";
import type { Route } from "../routes/+types/archiveDay";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import styles from "./ArchivePages.module.css";

export function ArchiveDayPage({ loaderData }: Route.ComponentProps) {
  const { archive } = usePageTexts();
  const { title, month, stories, all, previous, next } = loaderData;
  return (
    <section className={styles.archive}>
      <p className={styles.parent}>
        <Link to={month.href}>{month.title}</Link>
      </p>
      <h1 className={styles.title}>{title}</h1>
      {stories.length > 0 ? <Rows stories={stories} /> : <p className={styles.summary}>{archive.emptyDay}</p>}
      {all && (
        <p className={styles.all}>
          <Link to={all.href}>{all.title}</Link>
        </p>
      )}
      <Pagination label={archive.days} previous={previous} next={next} />
    </section>
  );
}
