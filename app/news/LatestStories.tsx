import type { LatestNews } from "../../server/news/views.ts";
import { useTexts } from "../language/texts.ts";
import { CardList } from "./Card.tsx";
import styles from "./LatestStories.module.css";
import { Notice } from "./Notice.tsx";

/** The newest stories of all sections, for pages without stories of their own. */
export function LatestStories({ latest: { stories, notice } }: { latest: LatestNews }) {
  const { news } = useTexts();
  if (stories.length === 0) return null;
  return (
    <section className={styles.latest} data-unprinted="" aria-labelledby="latest-stories">
      <h2 id="latest-stories">{news.latest}</h2>
      <Notice text={notice} />
      <CardList stories={stories} shape="small" hasSection />
    </section>
  );
}
