import { ChevronLeft, ChevronRight } from "./icons.tsx";
import { Link } from "./Link.tsx";
import styles from "./Pagination.module.css";

interface Way {
  title: string;
  href: string;
}

/** The ways to the page before this one and the page behind it. */
export function Turn({ label, back, on }: { label: string; back: Way | null; on: Way | null }) {
  if (!back && !on) return null;
  return (
    <nav className={styles.turn} aria-label={label}>
      {back && (
        <Link to={back.href} prefetch="intent" rel="prev">
          <ChevronLeft aria-hidden="true" size={18} strokeWidth={1.8} />
          {back.title}
        </Link>
      )}
      {on && (
        <Link className={styles.on} to={on.href} prefetch="intent" rel="next">
          {on.title}
          <ChevronRight aria-hidden="true" size={18} strokeWidth={1.8} />
        </Link>
      )}
    </nav>
  );
}
