import type { PageTexts } from "../../core/language/en/pages.ts";
import type { ListedTakedown } from "../../server/takedowns/list.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/takedowns";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import styles from "./TakedownPages.module.css";

export function TakedownsPage({ loaderData, matches: [root] }: Route.ComponentProps) {
  const { edition } = root.loaderData;
  const { takedowns: texts } = usePageTexts();
  const { takedowns, count, newer, older } = loaderData;
  return (
    <section className={styles.page}>
      <h1 className={headings.marked}>{texts.title}</h1>
      <p className={styles.intro}>
        {texts.intro(edition.name)}{" "}
        {edition.contactHref && (
          <Link to={edition.contactHref === "/contact" ? "/contact?subject=takedown#form" : edition.contactHref}>
            {texts.ask}
          </Link>
        )}
      </p>
      {count === 0 ? (
        <p className={styles.empty}>{texts.none}</p>
      ) : (
        <ol className={styles.list}>
          {takedowns.map((takedown) => (
            <li key={takedown.id}>
              <p className={styles.title} dir="auto">
                {toTitle(takedown, texts)}
              </p>
              <p className={styles.meta}>
                {takedown.publisher} · <time dateTime={takedown.day}>{takedown.date}</time>
              </p>
              {takedown.reason !== null && <p className={styles.reason}>{takedown.reason}</p>}
            </li>
          ))}
        </ol>
      )}
      <Pagination
        label={texts.pages}
        previous={newer === null ? null : { title: texts.newer, href: newer }}
        next={older === null ? null : { title: texts.older, href: older }}
      />
    </section>
  );
}

function toTitle({ kind, title }: ListedTakedown, texts: PageTexts["takedowns"]): string {
  if (kind === "story") return title;
  return kind === "source" ? texts.source : texts.photo;
}
