import meta from "./Byline.module.css";
import styles from "./Card.module.css";
import type { Shape } from "./Card.tsx";
import bones from "./Skeleton.module.css";
import { Bones } from "./Skeleton.tsx";
import picture from "./StoryImage.module.css";

/** A card before its story: as large as the card will be with a headline of two lines, so that little moves when it comes. */
export function CardSkeleton({ shape, hasDeck = false }: { shape: Shape; hasDeck?: boolean }) {
  return (
    <div className={styles[shape]} data-skeleton-card="">
      {shape !== "line" && (
        <div className={styles.picture}>
          <div className={`${picture.frame} ${styles.frame} ${bones.picture}`} />
        </div>
      )}
      <div className={styles.words}>
        <div className={styles.headline}>
          <Bones lines={2} />
        </div>
        {hasDeck && (
          <div className={styles.deck}>
            <Bones lines={3} />
          </div>
        )}
        <div className={meta.meta}>
          <Bones lines={1} />
        </div>
      </div>
    </div>
  );
}
