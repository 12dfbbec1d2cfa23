import type { Route } from "../routes/+types/authorOrTopic";
import headings from "../ui/Headings.module.css";
import { CardList } from "./Card.tsx";
import face from "./LabelPage.module.css";
import styles from "./SectionNews.module.css";

/** The newest staff stories of an author, or on a topic. */
export function LabelPage({ loaderData: { name, href, biography, picture, stories } }: Route.ComponentProps) {
  return (
    <section className={styles.section}>
      {picture !== null && <img className={face.picture} src={picture} alt="" width={96} height={96} />}
      <h1 className={headings.marked}>{name}</h1>
      <p className={styles.pageLink}>
        <a href={`${href}/rss.xml`}>RSS</a>
      </p>
      {biography !== null && <p className={headings.deck}>{biography}</p>}
      <CardList stories={stories} shape="small" className={face.stories} />
    </section>
  );
}
