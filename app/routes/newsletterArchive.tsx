import { throwNotFound } from "../errors/notFound.ts";
import { getReaderTexts, useReaderTexts } from "../language/readerTexts.ts";
import styles from "../newsletter/IssuePages.module.css";
import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import type { Route } from "./+types/newsletterArchive";

export async function loader({ context }: Route.LoaderArgs) {
  const { pastIssues, news } = context.get(services);
  const { title, list } = pastIssues ?? (await throwNotFound(news));
  return { title, issues: await list() };
}

export const meta: Route.MetaFunction = ({ loaderData: { title }, matches: [root] }) => {
  const { newsletter } = getReaderTexts(root.loaderData.edition.language);
  return createHead(root.loaderData, {
    title: newsletter.archiveTitle(title),
    description: newsletter.archiveDescription(title, root.loaderData.edition.name),
    path: "/newsletter/archive",
  });
};

export default function NewsletterArchive({ loaderData: { title, issues } }: Route.ComponentProps) {
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
      <p className={styles.more}>
        <Link to="/newsletter">{newsletter.byEmail}</Link>
      </p>
    </div>
  );
}
