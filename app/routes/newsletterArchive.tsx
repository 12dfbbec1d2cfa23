import { throwNotFound } from "../errors/notFound.ts";
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

export const meta: Route.MetaFunction = ({ loaderData: { title }, matches: [root] }) =>
  createHead(root.loaderData, {
    title: `${title}: Every Issue`,
    description: `Every issue of ${title} from ${root.loaderData.edition.name}, newest first, as it was sent.`,
    path: "/newsletter/archive",
  });

export default function NewsletterArchive({ loaderData: { title, issues } }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <h1>{title}: every issue</h1>
      {issues.length === 0 ? (
        <p className={headings.deck}>
          No issues have been sent yet. The first will appear here the morning it goes out.
        </p>
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
        <Link to="/newsletter">Get it by email</Link>
      </p>
    </div>
  );
}
