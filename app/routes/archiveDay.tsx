import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { getPageTexts, usePageTexts } from "../language/pageTexts.ts";
import { Rows } from "../news/Rows.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import type { Route } from "./+types/archiveDay";
import styles from "./archive.module.css";

export async function loader({ context, params: { year, month, day }, request }: Route.LoaderArgs) {
  const { archive, news } = context.get(services);
  return (await archive.day(year, month, day)) ?? throwMovedOrNotFound(news, request);
}

export const meta: Route.MetaFunction = ({ loaderData: { title, href, stories }, matches: [root] }) =>
  createHead(root.loaderData, {
    title,
    description: getPageTexts(root.loaderData.edition.language).archive.dayDescription(
      title,
      root.loaderData.edition.name,
    ),
    path: href,
    robots: stories.length === 0 ? "noindex" : undefined,
  });

export default function ArchiveDay({ loaderData }: Route.ComponentProps) {
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
