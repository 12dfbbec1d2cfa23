import unseen from "../ui/VisuallyHidden.module.css";
import { CardSkeleton } from "./CardSkeleton.tsx";
import styles from "./SectionNews.module.css";
import { shapeInSection } from "./sectionShape.ts";

/** Specification, section 9: cards in the skeleton of a section. */
const CARDS = Array.from({ length: 15 }, (_, place) => place);

/** A section's stories before they are there. */
export function SectionSkeleton() {
  return (
    <>
      <p className={unseen.unseen} role="status">
        Loading
      </p>
      <div className={styles.grid} aria-hidden="true">
        {CARDS.map((place) => (
          <div key={place}>
            <CardSkeleton shape={shapeInSection(place)} hasDeck />
          </div>
        ))}
      </div>
    </>
  );
}
