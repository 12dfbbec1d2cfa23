import type { PageTexts } from "../../core/language/en/pages.ts";
import type { ListedTakedown } from "../../server/takedowns/list.ts";
import { throwNotFound } from "../errors/notFound.ts";
import { getPageTexts, usePageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import type { Route } from "./+types/takedowns";
import styles from "./takedowns.module.css";

/** Valid page numbers in addresses. The first page has none. */
const NUMBER = /^([2-9]|[1-9]\d{1,4})$/;

/** Query parameters on which the page depends. */
export const handle = { query: { page: (value: string) => NUMBER.test(value) } };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { takedowns, news } = context.get(services);
  const requested = new URL(request.url).searchParams.get("page") ?? "";
  const page = await takedowns.page(NUMBER.test(requested) ? Number(requested) : 1);
  return page ?? (await throwNotFound(news));
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { takedowns } = getPageTexts(root.loaderData.edition.language);
  return createHead(root.loaderData, {
    title: takedowns.title,
    description: takedowns.description(root.loaderData.edition.name),
    path: "/takedowns",
    robots: "noindex",
  });
};

/** Public list of takedowns. */
export default function Takedowns({ loaderData, matches: [root] }: Route.ComponentProps) {
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
