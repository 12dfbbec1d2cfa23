import type { ReactNode } from "react";
import { articlePath } from "../../core/addresses.ts";
import type { Story } from "../../server/news/views.ts";
import { Byline } from "../news/Byline.tsx";
import { EmptySection } from "../news/EmptySection.tsx";
import { Picture } from "../news/StoryImage.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./Wall.module.css";

interface WallProps {
  title: string;
  stories: Story[];
  hasSections?: boolean;
  children?: ReactNode;
}

/**
 * A column of stories for a frame on our pages or another site. Links open in the page around the frame. Stories that
 * may not leave the site have no image.
 */
export function Wall({ title, stories, hasSections = false, children }: WallProps) {
  return (
    <main className={styles.wall} aria-label={title}>
      <h1 className={hidden.visuallyHidden}>{title}</h1>
      {children}
      <ol>
        {stories.map((story) => (
          <li key={story.slug}>
            <article className={styles.story}>
              {story.mayExport && <Picture story={story} sizes="96px" className={styles.image} />}
              <div>
                {hasSections && <p className={styles.section}>{story.section.name}</p>}
                <h2 className={styles.headline}>
                  <a href={articlePath(story.slug)} target="_top">
                    {story.title}
                  </a>
                </h2>
                <Byline story={story} />
              </div>
            </article>
          </li>
        ))}
      </ol>
      {stories.length === 0 && <EmptySection />}
    </main>
  );
}
