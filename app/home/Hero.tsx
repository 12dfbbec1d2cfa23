import { articlePath } from "../../core/addresses.ts";
import type { Hero as HeroView } from "../../server/news/views.ts";
import byline from "../news/Byline.module.css";
import { Byline } from "../news/Byline.tsx";
import { Notice } from "../news/Notice.tsx";
import skeleton from "../news/Skeleton.module.css";
import { Skeleton } from "../news/Skeleton.tsx";
import image from "../news/StoryImage.module.css";
import { StoryImage } from "../news/StoryImage.tsx";
import { Link } from "../ui/Link.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./Hero.module.css";

const SIZES = "(min-width: 1240px) 740px, (min-width: 1024px) 60vw, 100vw";

/** The lead story of the front page. Its headline is the page's h1. */
export function Hero({ hero, name }: { hero: HeroView; name: string }) {
  if (hero.state === "loading") return <HeroSkeleton name={name} />;
  if (hero.state === "empty")
    return (
      <section className={styles.empty}>
        <h1 className={hidden.visuallyHidden}>{name}</h1>
        <p>{hero.message}</p>
      </section>
    );
  const { story, label, readTime, notice } = hero;
  const path = articlePath(story.slug);
  return (
    <article className={styles.hero} lang={story.language}>
      <Link className={styles.image} to={path} tabIndex={-1} aria-hidden="true">
        <StoryImage story={story} sizes={SIZES} isMain className={styles.frame} />
      </Link>
      <div>
        <p className={styles.label}>
          <span>{label}</span>
          {story.mark && <strong className={byline.mark}>{story.mark}</strong>}
        </p>
        <h1 className={styles.headline} dir="auto">
          <Link to={path}>{story.title}</Link>
        </h1>
        {story.deck && (
          <p className={styles.deck} dir="auto">
            {story.deck}
          </p>
        )}
        <Byline story={story} hasSampleLabel={false} hasSave>
          {readTime && <span>{readTime}</span>}
        </Byline>
        <Notice text={notice} isUnderByline />
      </div>
    </article>
  );
}

function HeroSkeleton({ name }: { name: string }) {
  return (
    <section className={styles.hero} aria-busy="true" data-skeleton="">
      <h1 className={hidden.visuallyHidden}>{name}</h1>
      <div className={styles.image} aria-hidden="true">
        <div className={`${image.frame} ${styles.frame} ${skeleton.image}`} />
      </div>
      <div aria-hidden="true">
        <Skeleton className={styles.label} lines={1} />
        <Skeleton className={styles.headline} lines={3} />
        <Skeleton className={styles.deck} lines={3} />
        <Skeleton className={byline.byline} lines={1} />
      </div>
    </section>
  );
}
