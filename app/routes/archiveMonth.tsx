import type { ArchiveMonth } from "../../server/news/archive/archiveViews.ts";
import { MonthGrid } from "../calendar/MonthGrid.tsx";
import { throwNotFound } from "../errors/notFound.ts";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import type { Route } from "./+types/archiveMonth";
import styles from "./archive.module.css";

export async function loader({ context, params: { year, month } }: Route.LoaderArgs) {
  const { archive, news } = context.get(services);
  return (await archive.month(year, month)) ?? throwNotFound(news);
}

export const meta: Route.MetaFunction = ({ loaderData: { title, href, count }, matches: [root] }) =>
  createHead(root.loaderData, {
    title: `Archive, ${title}`,
    description: `Stories from ${title} in ${root.loaderData.edition.name}, day by day.`,
    path: href,
    robots: count === 0 ? "noindex" : undefined,
  });

/** A month as a calendar with the number of stories per day. */
export default function MonthOfArchive({ loaderData }: Route.ComponentProps) {
  const { title, weekdays, weeks, previous, next } = loaderData;
  return (
    <section className={styles.archive}>
      <p className={styles.parent}>The archive</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.summary}>{summarize(loaderData)}</p>
      <MonthGrid
        weekdays={weekdays}
        weeks={weeks}
        className={styles.table}
        caption={<caption className={hidden.visuallyHidden}>{title}, by day</caption>}
        day={(cell) => (
          <td key={cell.date}>
            {cell.count > 0 ? (
              <Link className={styles.day} to={cell.href}>
                <span className={hidden.visuallyHidden}>{cell.label}</span>
                <b aria-hidden="true">{cell.number}</b>
                <span className={styles.count} aria-hidden="true">
                  {cell.count}
                  <span className={styles.unit}>{cell.count === 1 ? " story" : " stories"}</span>
                </span>
              </Link>
            ) : (
              <span className={styles.day}>{cell.number}</span>
            )}
          </td>
        )}
      />
      <Pagination label="Months" previous={previous} next={next} />
    </section>
  );
}

function summarize({ count, sampleCount }: ArchiveMonth): string {
  if (count === 0) return "The archive has no stories from this month.";
  const stories = count === 1 ? "1 story" : `${count.toLocaleString("en-US")} stories`;
  const samples = sampleCount === 0 ? "" : `, ${sampleCount === count ? "all" : sampleCount} of them sample stories`;
  return `${stories} in the archive${samples}. The number under a date is how many stories ran that day.`;
}
