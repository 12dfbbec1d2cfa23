import { RichText } from "../language/RichText.tsx";
import { useReaderTexts } from "../language/readerTexts.ts";
import type { Route } from "../routes/+types/newsletter";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { IssueParts } from "./Issue.tsx";
import issue from "./IssuePages.module.css";
import styles from "./NewsletterPages.module.css";
import { SignUpForm } from "./SignUpForm.tsx";

export function NewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { newsletter } = useReaderTexts();
  const { page, example, hasArchive, hasPolicy } = loaderData;
  return (
    <div className={styles.page}>
      <h1>{page.title}</h1>
      <p className={headings.deck}>{page.intro}</p>
      <div className={styles.form}>
        <SignUpForm place="page" rejection={actionData} />
      </div>
      <ul className={styles.promises}>
        {page.promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      {hasPolicy && (
        <p className={styles.more}>
          <RichText text={newsletter.privacy} parts={[(text) => <Link to="/privacy#the-newsletter">{text}</Link>]} />
        </p>
      )}
      {example && (
        <section aria-labelledby="example">
          <h2 id="example">{example.issue ? newsletter.lastIssue : newsletter.sampleIssue}</h2>
          {example.issue && (
            <p className={styles.more}>
              <time dateTime={example.issue.date}>{example.issue.day}</time>
            </p>
          )}
          <IssueParts briefing={example.briefing} level={3} />
          {example.issue && (
            <p className={issue.more} data-unprinted="">
              <Link to={`/newsletter/${example.issue.date}`}>{newsletter.wholeIssue}</Link>
            </p>
          )}
        </section>
      )}
      {hasArchive && (
        <p className={issue.more} data-unprinted="">
          <Link to="/newsletter/archive">{newsletter.readPast}</Link>
        </p>
      )}
    </div>
  );
}
