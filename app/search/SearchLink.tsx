import { createContext, type MouseEvent, use } from "react";
import { Search } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { isPlainClick } from "../ui/useLinkNavigation.ts";
import styles from "./SearchLink.module.css";

/** Opens the search dialog; null where there is none. */
export const OpenSearch = createContext<(() => void) | null>(null);

/** The header's link to the search page. Where scripts run, a plain click opens the dialog instead. */
export function SearchLink() {
  const openSearch = use(OpenSearch);
  const openDialog = (event: MouseEvent) => {
    if (!openSearch || !isPlainClick(event)) return;
    event.preventDefault();
    openSearch();
  };
  return (
    <Link className={styles.link} to="/search" onClick={openDialog} aria-keyshortcuts="/ Control+K Meta+K">
      <Search size={20} />
      <span>Search</span>
    </Link>
  );
}
