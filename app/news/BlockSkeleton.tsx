import type { Layout } from "../../server/news/views.ts";
import type { Mirror } from "./arrangement.ts";
import styles from "./Block.module.css";
import { CardSkeleton } from "./CardSkeleton.tsx";

const REST = [2, 3, 4, 5];

/** A block before its first stories. */
export function BlockSkeleton({ layout, mirror }: { layout: Layout; mirror: Mirror }) {
  const isFeatured = layout === "featured";
  return (
    <div className={isFeatured ? styles.featured : styles.list} data-mirror={mirror} aria-hidden="true">
      <CardSkeleton shape={isFeatured ? "over" : "lead"} hasDeck />
      <ol className={isFeatured ? styles.four : styles.lines}>
        {REST.map((place) => (
          <li key={place}>
            <CardSkeleton shape={isFeatured ? "small" : "line"} />
          </li>
        ))}
      </ol>
    </div>
  );
}
