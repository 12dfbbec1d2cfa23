import { Search } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./SearchLink.module.css";
import { useSearchLink } from "./useSearchDialog.ts";

/** The header's link to the search page, which opens the dialog instead where scripts run. */
export function SearchLink() {
  const openDialog = useSearchLink();
  return (
    <Link className={styles.link} to="/search" onClick={openDialog} aria-keyshortcuts="/ Control+K Meta+K">
      <Search aria-hidden="true" size={20} strokeWidth={1.8} />
      <span>Search</span>
    </Link>
  );
}
