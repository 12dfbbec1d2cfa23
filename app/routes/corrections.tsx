import { articlePath } from "../../core/addresses.ts";
import { getPageTexts, usePageTexts } from "../language/pageTexts.ts";
import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import type { Route } from "./+types/corrections";
import styles from "./takedowns.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  return { corrections: await context.get(services).news.corrections() };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name, language } = root.loaderData.edition;
  const { title, description } = getPageTexts(language).corrections;
  return createHead(root.loaderData, { title, description: description(name), path: "/corrections" });
};

/** The newest corrections of the edition's staff stories. */
export default function Corrections({ loaderData: { corrections }, matches: [root] }: Route.ComponentProps) {
  const { edition } = root.loaderData;
  const texts = usePageTexts().corrections;
  return (
    <section className={styles.page}>
      <h1 className={headings.marked}>{texts.title}</h1>
      <p className={styles.intro}>{texts.intro(edition.name)}</p>
      {corrections.length === 0 ? (
        <p className={styles.empty}>{texts.none}</p>
      ) : (
        <ol className={styles.list}>
          {corrections.map(({ text, slug, title, date }) => (
            <li key={`${slug} ${date.instant}`}>
              <p className={styles.title} dir="auto">
                <Link to={articlePath(slug)}>{title}</Link>
              </p>
              <p className={styles.meta}>
                <time dateTime={date.instant}>{date.text}</time>
              </p>
              <p className={styles.reason}>{text}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
