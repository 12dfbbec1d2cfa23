import { useReaderTexts } from "../language/readerTexts.ts";
import type { Route } from "../routes/+types/newsletterArchive";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./IssuePages.module.css";

export function IssueList({ loaderData: { title, issues } }: Route.ComponentProps) {
  const { newsletter } = useReaderTexts();
  return (
    <div className={styles.page}>
      <h1>{newsletter.archive(title)}</h1>
      {issues.length === 0 ? (
        <p className={headings.deck}>{newsletter.noIssues}</p>
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
      <p className={styles.more} data-unprinted="">
        <Link to="/newsletter">{newsletter.byEmail}</Link>
      </p>
    </div>
  );
}
