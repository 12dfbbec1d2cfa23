import { ChevronLeft, ChevronRight } from "./icons.tsx";
import { Link } from "./Link.tsx";
import styles from "./Pagination.module.css";

type PageLink = { title: string; href: string } | null;

export function Pagination({ label, previous, next }: { label: string; previous: PageLink; next: PageLink }) {
  if (!previous && !next) return null;
  return (
    <nav className={styles.pagination} data-unprinted="" aria-label={label}>
      {previous && (
        <Link to={previous.href} rel="prev">
          <ChevronLeft size={18} />
          {previous.title}
        </Link>
      )}
      {next && (
        <Link className={styles.next} to={next.href} rel="next">
          {next.title}
          <ChevronRight size={18} />
        </Link>
      )}
    </nav>
  );
}
