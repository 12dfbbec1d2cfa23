import { ChevronLeft, ChevronRight } from "./icons.tsx";
import { Link } from "./Link.tsx";
import styles from "./Pagination.module.css";

interface PageLink {
  title: string;
  href: string;
}

interface PaginationProps {
  label: string;
  back: PageLink | null;
  on: PageLink | null;
}

/** Links to the previous and the next page. */
export function PaginationLink({ label, back, on }: PaginationProps) {
  if (!back && !on) return null;
  return (
    <nav className={styles.pagination} aria-label={label}>
      {back && (
        <Link to={back.href} rel="prev">
          <ChevronLeft size={18} />
          {back.title}
        </Link>
      )}
      {on && (
        <Link className={styles.next} to={on.href} rel="next">
          {on.title}
          <ChevronRight size={18} />
        </Link>
      )}
    </nav>
  );
}
