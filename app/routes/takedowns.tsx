import type { ListedTakedown } from "../../server/takedowns/list.ts";
import { throwNotFound } from "../errors/notFound.ts";
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

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, {
    title: "Taken down",
    description: `Stories, photos and sources that ${root.loaderData.edition.name} has taken down.`,
    path: "/takedowns",
    robots: "noindex",
  });

/** Public list of takedowns. */
export default function Takedowns({ loaderData, matches: [root] }: Route.ComponentProps) {
  const { edition } = root.loaderData;
  const { takedowns, count, newer, older } = loaderData;
  return (
    <section className={styles.page}>
      <h1 className={headings.marked}>Taken down</h1>
      <p className={styles.intro}>
        When a publisher or an author asks us to remove a story, a photo or a whole source, we erase it from{" "}
        {edition.name} and list it here.{" "}
        {edition.contactHref && (
          <Link to={edition.contactHref === "/contact" ? "/contact?subject=takedown#form" : edition.contactHref}>
            Ask us to take something down
          </Link>
        )}
      </p>
      {count === 0 ? (
        <p className={styles.empty}>Nothing has been taken down.</p>
      ) : (
        <ol className={styles.list}>
          {takedowns.map((takedown) => (
            <li key={takedown.id}>
              <p className={styles.title} dir="auto">
                {toTitle(takedown)}
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
        label="Pages of the list"
        previous={newer === null ? null : { title: "Newer", href: newer }}
        next={older === null ? null : { title: "Older", href: older }}
      />
    </section>
  );
}

function toTitle({ kind, title }: ListedTakedown): string {
  if (kind === "story") return title;
  return kind === "source" ? "All stories from this source" : "A photo";
}
