import type { ArchivedIssue } from "../../server/newsletter/archive.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./IssuePages.module.css";

export function ArchivePage({ title, issues }: { title: string; issues: ArchivedIssue[] }) {
  return (
    <div className={styles.page}>
      <h1>{title}: every issue</h1>
      {issues.length === 0 ? (
        <p className={headings.deck}>No issue has been mailed yet. The first one will stand here on its morning.</p>
      ) : (
        <ol className={styles.issues}>
          {issues.map(({ date, day, subject }) => (
            <li key={date}>
              <time dateTime={date}>{day}</time>
              <h2>
                <Link to={`/newsletter/${date}`}>{subject}</Link>
              </h2>
            </li>
          ))}
        </ol>
      )}
      <p className={styles.more}>
        <Link to="/newsletter">Get it by mail</Link>
      </p>
    </div>
  );
}

export function ArchiveLink() {
  return (
    <p className={styles.more}>
      <Link to="/newsletter/archive">Read past issues</Link>
    </p>
  );
}
