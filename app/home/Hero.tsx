import { articlePath } from "../../core/addresses.ts";
import type { Hero as HeroView, Story } from "../../server/news/views.ts";
import byline from "../news/Byline.module.css";
import { Byline } from "../news/Byline.tsx";
import { CardList, CardListSkeleton, MIN_DECK_LENGTH } from "../news/Card.tsx";
import { Notice } from "../news/Notice.tsx";
import skeleton from "../news/Skeleton.module.css";
import { Skeleton } from "../news/Skeleton.tsx";
import image from "../news/StoryImage.module.css";
import { StoryImage } from "../news/StoryImage.tsx";
import { Link } from "../ui/Link.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./Hero.module.css";

const SIZES = "(min-width: 1240px) 740px, (min-width: 1024px) 60vw, 100vw";

/** Length, in characters, above which a headline beside an image or other stories gets smaller type. */
const LONG_TITLE = 44;

interface HeroProps {
  hero: HeroView;
  /** Stories beside the lead story, if any. */
  secondary: readonly Story[];
  name: string;
}

/** The lead story of the front page, and the stories beside it. The lead story's headline is the page's h1. */
export function Hero({ hero, secondary, name }: HeroProps) {
  const list = { shape: "line", className: styles.secondary } as const;
  return (
    <div className={styles.top}>
      <Lead hero={hero} name={name} />
      {secondary.length > 0 && <CardList stories={secondary} heading="h2" {...list} />}
      {hero.state === "loading" && <CardListSkeleton {...list} />}
    </div>
  );
}

function Lead({ hero, name }: Omit<HeroProps, "secondary">) {
  if (hero.state === "loading") return <HeroSkeleton name={name} />;
  if (hero.state === "empty")
    return (
      <section className={styles.hero}>
        <div className={styles.image}>
          <StoryImage story={hero.drawing} sizes={SIZES} isMain className={styles.frame} />
        </div>
        <div>
          <h1>{name}</h1>
          <p className={styles.deck}>{hero.message}</p>
        </div>
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
          {story.mark && <strong className={story.isSample ? byline.sample : byline.mark}>{story.mark}</strong>}
        </p>
        <h1 dir="auto" data-long={story.title.length > LONG_TITLE || undefined}>
          <Link to={path}>{story.title}</Link>
        </h1>
        {story.deck.length >= MIN_DECK_LENGTH && (
          <p className={styles.deck} dir="auto">
            {story.deck}
          </p>
        )}
        <Byline story={story} readTime={readTime} hasSampleLabel={false} hasSave />
        <Notice text={notice} place="underByline" />
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
        <Skeleton className={skeleton.headline} lines={3} />
        <Skeleton className={styles.deck} lines={3} />
        <Skeleton className={byline.byline} lines={1} />
      </div>
    </section>
  );
}
