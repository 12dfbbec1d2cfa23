import type { ReactNode } from "react";
import { articlePath } from "../../core/addresses.ts";
import type { Story } from "../../server/news/views.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import { Byline, SponsorMark } from "./Byline.tsx";
import styles from "./Rows.module.css";
import { StoryImage } from "./StoryImage.tsx";

/** Stories in rows, for long lists. */
export function Rows({ stories }: { stories: readonly Story[] }) {
  return (
    <ol className={styles.rows}>
      {stories.map((story) => (
        <li key={story.slug}>
          <Row story={story} title={story.title} deck={story.deck} />
        </li>
      ))}
    </ol>
  );
}

/** A story in a row. `title` and `deck` are the story's own, with any search terms highlighted. */
export function Row({ story, title, deck }: { story: Story; title: ReactNode; deck: ReactNode }) {
  const path = articlePath(story.slug);
  return (
    <article className={styles.row} lang={story.language}>
      <div>
        <p className={styles.section}>{story.section.name}</p>
        <SponsorMark story={story} />
        <h2 className={headings.linked} dir="auto">
          <Link to={path}>{title}</Link>
        </h2>
        <p className={styles.deck} dir="auto">
          {deck}
        </p>
        <Byline story={story} hasSave />
      </div>
      {story.image && (
        <Link className={styles.image} to={path} prefetch="none" tabIndex={-1} aria-hidden="true">
          <StoryImage story={story} sizes="(min-width: 768px) 220px, 104px" className={styles.frame} />
        </Link>
      )}
    </article>
  );
}
