import { Children, type ReactNode } from "react";
import { articlePath } from "../../core/addresses.ts";
import type { Story } from "../../server/news/views.ts";
import { Byline, SponsorMark } from "../news/Byline.tsx";
import { EmptySection } from "../news/EmptySection.tsx";
import { Notice } from "../news/Notice.tsx";
import { StoryImage } from "../news/StoryImage.tsx";
import headings from "../ui/Headings.module.css";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./Wall.module.css";

interface WallProps {
  title: string;
  stories: Story[];
  /** Text shown if no feed has failed, but there are no stories. */
  noStories?: string | undefined;
  /** Notice about the state of the stories; null if there is none. */
  notice: string | null;
  /** True to name the section of each story. */
  hasSections?: boolean;
  /** Link to the page with all stories. */
  allLink: { text: string; href: string };
  /** List items before the stories. */
  children?: ReactNode;
}

/**
 * A column of stories for a frame on our pages or another site, with as many whole rows as fit. Links open in the page
 * around the frame. Omits images that their publishers do not permit on other sites.
 */
export function Wall({ title, stories, noStories, notice, hasSections = false, allLink, children }: WallProps) {
  const shownNotice = stories.length > 0 ? notice : null;
  const hasOtherItems = Children.count(children) > 0;
  return (
    <main className={styles.wall} aria-label={title}>
      <h1 className={hidden.visuallyHidden}>{title}</h1>
      {!hasOtherItems && <Notice text={shownNotice} />}
      <ol className={styles.rows}>
        {children}
        {hasOtherItems && shownNotice !== null && (
          <li className={styles.notice}>
            <Notice text={shownNotice} />
          </li>
        )}
        {stories.map((story) => (
          <li key={story.slug}>
            <article className={styles.story}>
              {story.mayExport && story.image && <StoryImage story={story} sizes="96px" className={styles.image} />}
              <div>
                <SponsorMark story={story} />
                {hasSections && <p className={styles.section}>{story.section.name}</p>}
                <h2 className={`${styles.headline} ${headings.linked}`} dir="auto" lang={story.language}>
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
      {stories.length === 0 && <EmptySection text={noStories} />}
      <p className={styles.all}>
        <a href={allLink.href} target="_top">
          {allLink.text}
        </a>
      </p>
    </main>
  );
}
