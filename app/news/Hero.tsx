import { articlePath } from "../../core/addresses.ts";
import type { Hero as HeroView } from "../../server/news/views.ts";
import { SaveButton } from "../device/SaveButton.tsx";
import { Link } from "../ui/Link.tsx";
import unseen from "../ui/VisuallyHidden.module.css";
import meta from "./Byline.module.css";
import { Meta } from "./Byline.tsx";
import styles from "./Hero.module.css";
import bones from "./Skeleton.module.css";
import { Bones } from "./Skeleton.tsx";
import picture from "./StoryImage.module.css";
import { Picture } from "./StoryImage.tsx";

const SIZES = "(min-width: 1240px) 740px, (min-width: 1024px) 60vw, 100vw";

/** The story that leads the front page, and the page's heading. */
export function Hero({ hero, name }: { hero: HeroView; name: string }) {
  if (hero.state === "loading") return <HeroSkeleton name={name} />;
  if (hero.state === "empty")
    return (
      <section className={styles.empty}>
        <h1 className={unseen.unseen}>{name}</h1>
        <p>{hero.message}</p>
      </section>
    );
  const { story, label, readTime } = hero;
  return (
    <article className={styles.hero}>
      <Link className={styles.picture} to={articlePath(story.slug)} prefetch="intent" tabIndex={-1} aria-hidden="true">
        <Picture story={story} sizes={SIZES} isFirst className={styles.frame} />
      </Link>
      <div>
        <p className={styles.label}>{label}</p>
        <h1 className={styles.headline}>
          <Link to={articlePath(story.slug)} prefetch="intent">
            {story.title}
          </Link>
        </h1>
        {story.deck && <p className={styles.deck}>{story.deck}</p>}
        <Meta story={story}>
          <span>{readTime}</span>
          <SaveButton story={story} />
        </Meta>
      </div>
    </article>
  );
}

function HeroSkeleton({ name }: { name: string }) {
  return (
    <section className={styles.hero} aria-busy="true" data-skeleton="">
      <h1 className={unseen.unseen}>{name}</h1>
      <div className={styles.picture} aria-hidden="true">
        <div className={`${picture.frame} ${styles.frame} ${bones.picture}`} />
      </div>
      <div aria-hidden="true">
        <div className={styles.label}>
          <Bones lines={1} />
        </div>
        <div className={styles.headline}>
          <Bones lines={3} />
        </div>
        <div className={styles.deck}>
          <Bones lines={3} />
        </div>
        <div className={meta.meta}>
          <Bones lines={1} />
        </div>
      </div>
    </section>
  );
}
