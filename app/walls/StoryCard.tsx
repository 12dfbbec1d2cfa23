import { articlePath } from "../../core/addresses.ts";
import type { ArticlePage } from "../../server/news/views.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { useTexts } from "../language/texts.ts";
import { Byline, SponsorMark } from "../news/Byline.tsx";
import { StoryImage } from "../news/StoryImage.tsx";
import styles from "./StoryCard.module.css";

type StoryCardProps = Pick<ArticlePage, "story" | "original"> & { name: string };

/**
 * One story, for a frame on another site. A low frame shows no image, and a very low frame shows no deck either. Leaves
 * out the image and the deck if the publisher does not permit them on other sites.
 */
export function StoryCard({ story, original, name }: StoryCardProps) {
  const { embed } = usePageTexts();
  return (
    <main className={styles.card} aria-label={story.title}>
      {story.mayExport && (
        <StoryImage story={story} sizes="(max-width: 600px) 100vw, 600px" isMain className={styles.image} />
      )}
      <article className={styles.text}>
        <p className={styles.section}>{story.section.name}</p>
        <SponsorMark story={story} />
        <h1 className={styles.headline} dir="auto" lang={story.language}>
          <a href={articlePath(story.slug)} target="_top">
            {story.title}
          </a>
        </h1>
        {story.mayExport && story.deck && (
          <p className={styles.deck} dir="auto" lang={story.language}>
            {story.deck}
          </p>
        )}
        <Byline story={story} hasOtherSources={false}>
          {original && (
            <a className={styles.original} href={original.href} target="_top">
              {embed.fullStoryAt(original.publisher)}
            </a>
          )}
        </Byline>
      </article>
      <PublisherLink name={name} />
    </main>
  );
}

/** The card for a missing story, in a frame on another site. */
export function NoStoryCard({ name }: { name: string | undefined }) {
  const { errors } = useTexts();
  const { embed } = usePageTexts();
  return (
    <main className={styles.card}>
      <title>{[errors.notFound, name].filter(Boolean).join(" | ")}</title>
      <meta name="description" content={embed.noStory} />
      <meta name="robots" content="noindex" />
      <div className={styles.text}>
        <h1 className={styles.headline}>{errors.notFound}</h1>
        <p className={styles.deck}>{errors.notFoundText}</p>
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
