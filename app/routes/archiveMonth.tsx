import { MonthGrid } from "../calendar/MonthGrid.tsx";
import { throwMovedOrNotFound } from "../errors/notFound.ts";
import { getPageTexts, usePageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import type { Route } from "./+types/archiveMonth";
import styles from "./archive.module.css";

export async function loader({ context, params: { year, month }, request }: Route.LoaderArgs) {
  const { archive, news } = context.get(services);
  return (await archive.month(year, month)) ?? throwMovedOrNotFound(news, request);
}

export const meta: Route.MetaFunction = ({ loaderData: { title, href, count }, matches: [root] }) => {
  const { archive } = getPageTexts(root.loaderData.edition.language);
  return createHead(root.loaderData, {
    title: archive.title(title),
    description: archive.description(title, root.loaderData.edition.name),
    path: href,
    robots: count === 0 ? "noindex" : undefined,
  });
};

/** A month as a calendar with the number of stories per day. */
export default function MonthOfArchive({ loaderData }: Route.ComponentProps) {
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
