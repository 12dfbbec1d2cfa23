import { articlePath } from "../../core/addresses.ts";
import type { ArticlePage } from "../../server/news/views.ts";
import { Byline } from "../news/Byline.tsx";
import { Picture } from "../news/StoryImage.tsx";
import styles from "./StoryCard.module.css";

type StoryCardProps = Pick<ArticlePage, "story" | "original"> & { name: string };

/**
 * One story, for a frame on another site. A low frame shows no image, and a very low one no deck either. If the
 * publisher does not let them leave the site, the card has neither.
 */
export function StoryCard({ story, original, name }: StoryCardProps) {
  return (
    <main className={styles.card} aria-label={story.title}>
      {story.mayExport && (
        <Picture story={story} sizes="(max-width: 600px) 100vw, 600px" isFirst className={styles.image} />
      )}
      <article className={styles.text}>
        <p className={styles.section}>{story.section.name}</p>
        <h1 className={styles.headline} dir="auto">
          <a href={articlePath(story.slug)} target="_top">
            {story.title}
          </a>
        </h1>
        {story.mayExport && story.deck && (
          <p className={styles.deck} dir="auto">
            {story.deck}
          </p>
        )}
        <Byline story={story} namesFurther={false}>
          {original && (
            <a className={styles.original} href={original.href} target="_top">
              {`Full story at ${original.publisher}`}
            </a>
          )}
        </Byline>
      </article>
      <PublisherLink name={name} />
    </main>
  );
}

/** The card for a story that does not exist, or no longer exists, in a frame on another site. */
export function NoStoryCard({ name }: { name: string | undefined }) {
  return (
    <main className={styles.card}>
      <title>{["Page Not Found", name].filter(Boolean).join(" | ")}</title>
      <meta name="description" content="This address leads to no story, or no longer does." />
      <meta name="robots" content="noindex" />
      <div className={styles.text}>
        <h1 className={styles.headline}>Page Not Found</h1>
        <p className={styles.deck}>
          The article or page you are looking for may have been moved, archived, or does not exist.
        </p>
      </div>
      {name && <PublisherLink name={name} />}
    </main>
  );
}

function PublisherLink({ name }: { name: string }) {
  return (
    <p className={styles.publisher}>
      <a href="/" target="_top">
        {name}
      </a>
    </p>
  );
}
