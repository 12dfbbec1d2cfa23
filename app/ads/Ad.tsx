import { Link } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Ad.module.css";

type Slot = PublicEdition["ads"][number];

/** An advertisement in a place that is held free for it, so that nothing moves. */
export function Ad({ slot }: { slot: Slot | undefined }) {
  if (!slot) return null;
  const { id, place, house } = slot;
  return (
    <aside className={`${styles.ad} ${styles[place]}`} aria-label={`Advertisement: ${house.title}`} data-banner={id}>
      <p className={styles.label}>Advertisement</p>
      <Link className={styles.space} to={house.href} prefetch="intent">
        <span className={styles.title}>{house.title}</span>
        <span className={styles.text}>{house.text}</span>
      </Link>
    </aside>
  );
}
