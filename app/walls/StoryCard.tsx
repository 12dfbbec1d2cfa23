import { articlePath } from "../../core/addresses.ts";
import type { Story } from "../../server/news/views.ts";
import { Meta } from "../news/Byline.tsx";
import { Picture } from "../news/StoryImage.tsx";
import styles from "./StoryCard.module.css";

/** One story, for a frame on another site. Where the frame is low, its picture and then its deck give way. */
export function StoryCard({ story, name }: { story: Story; name: string }) {
  return (
    <main className={styles.card} aria-label={story.title}>
      <Picture story={story} sizes="(max-width: 600px) 100vw, 600px" isFirst className={styles.picture} />
      <article className={styles.words}>
        <p className={styles.section}>{story.section.name}</p>
        <h1 className={styles.headline}>
          <a href={articlePath(story.slug)} target="_top">
            {story.title}
          </a>
        </h1>
        {story.deck && <p className={styles.deck}>{story.deck}</p>}
        <Meta story={story} namesFurther={false} />
      </article>
      <From name={name} />
    </main>
  );
}

/** Whose story it is. */
export function From({ name }: { name: string }) {
  return (
    <p className={styles.from}>
      <a href="/" target="_top">
        {name}
      </a>
    </p>
  );
}
