import byline from "./Byline.module.css";
import styles from "./Card.module.css";
import type { CardShape } from "./Card.tsx";
import skeleton from "./Skeleton.module.css";
import { Skeleton } from "./Skeleton.tsx";
import image from "./StoryImage.module.css";

/** Replaces a card while its story loads. It has the size of a card with a headline of two lines, to keep shifts small. */
export function CardSkeleton({ shape, hasDeck = false }: { shape: CardShape; hasDeck?: boolean }) {
  return (
    <div className={styles[shape]} data-skeleton-card="">
      {shape !== "line" && (
        <div className={styles.image}>
          <div className={`${image.frame} ${styles.frame} ${skeleton.image}`} />
        </div>
      )}
      <div className={styles.text}>
        <div className={styles.headline}>
          <Skeleton lines={2} />
        </div>
        {hasDeck && (
          <div className={styles.deck}>
            <Skeleton lines={3} />
          </div>
        )}
        <div className={byline.byline}>
          <Skeleton lines={1} />
        </div>
      </div>
    </div>
  );
}
