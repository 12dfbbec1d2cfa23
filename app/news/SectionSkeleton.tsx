import hidden from "../ui/VisuallyHidden.module.css";
import { getSectionShape } from "./arrangement.ts";
import { CardSkeleton } from "./CardSkeleton.tsx";
import styles from "./SectionNews.module.css";

/** Specification, section 9: the skeleton of a section has 15 cards. */
const CARDS = Array.from({ length: 15 }, (_, index) => index);

/** Replaces a section's stories while they load. */
export function SectionSkeleton() {
  return (
    <>
      <p className={hidden.visuallyHidden} role="status">
        Loading
      </p>
      <div className={styles.grid} aria-hidden="true">
        {CARDS.map((index) => (
          <div key={index}>
            <CardSkeleton shape={getSectionShape(index)} hasDeck />
          </div>
        ))}
      </div>
    </>
  );
}
