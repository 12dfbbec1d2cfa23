import type { Story } from "../../server/news/views.ts";
import { Card } from "./Card.tsx";
import styles from "./LatestStories.module.css";

/** The newest stories of all sections, for pages without stories of their own. */
export function LatestStories({ stories }: { stories: Story[] }) {
  if (stories.length === 0) return null;
  return (
    <section className={styles.latest} aria-labelledby="latest-stories">
      <h2 id="latest-stories">The latest stories</h2>
      <ol>
        {stories.map((story) => (
          <li key={story.slug}>
            <Card story={story} shape="small" sizes="(min-width: 1024px) 290px, 50vw" />
          </li>
        ))}
      </ol>
    </section>
  );
}
