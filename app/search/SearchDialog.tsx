import {
  createContext,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import { useTexts } from "../language/texts.ts";
import field from "../ui/Field.module.css";
import { Search, X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { readSetting } from "../ui/readerSettings.ts";
import { toSearchPath } from "../ui/siteLinks.ts";
import { isPlainClick } from "../ui/useLinkNavigation.ts";
import styles from "./SearchDialog.module.css";
import linkStyles from "./SearchLink.module.css";

/** Function that opens the search dialog; null on pages without the dialog. */
const OpenSearch = createContext<(() => void) | null>(null);

/** Id of the search page's field, which the search shortcuts focus. */
export const SEARCH_FIELD_ID = "search-text";

/** The dialog's list of results. If the list does not load, the dialog's field still leads to the search page. */
const SearchResults = lazy(() => import("./SearchResults.lazy.tsx").catch(() => ({ default: () => <></> })));

/** Elements in which "/" is text, not a shortcut. */
const TEXT_FIELDS = "input, select, textarea, [contenteditable]";

/** Adds the search dialog to the pages in `children`. The keys "/", Control-K and Command-K open the dialog. */
export function SearchProvider({ name, children }: { name: string; children: ReactNode }) {
  const { frame } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();

  const open = useCallback(() => {
    // On the search page, focuses the page's own field instead of opening the dialog.
    const field = document.getElementById(SEARCH_FIELD_ID);
    if (field) field.focus();
    else if (!dialog.current?.open && !document.querySelector("dialog[open]")) {
      document.querySelector<HTMLElement>(":popover-open")?.hidePopover();
      dialog.current?.showModal();
      setOpen(true);
    }
  }, []);

  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      const hasModifier = event.ctrlKey || event.metaKey;
      const isCommand = hasModifier && event.key.toLowerCase() === "k";
      const isTyping = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null;
      const isSlash = event.key === "/" && !hasModifier && !isTyping && readSetting("keys") === "on";
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", openByKey);
    return () => document.removeEventListener("keydown", openByKey);
  }, [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the dialog when the page changes
  useEffect(() => dialog.current?.close(), [pathname]);

  return (
    <OpenSearch value={open}>
      {children}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog, as Escape does */}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label={frame.searchIn(name)}
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        {isOpen && <Contents name={name} close={() => dialog.current?.close()} />}
      </dialog>
    </OpenSearch>
  );
}

/** The header's link to the search page. With JavaScript, a plain click opens the dialog instead. */
export function SearchLink() {
  const { frame } = useTexts();
  const openSearch = use(OpenSearch);
  const openDialog = (event: MouseEvent) => {
    if (!openSearch || !isPlainClick(event)) return;
    event.preventDefault();
    openSearch();
  };
  return (
    <Link className={linkStyles.link} to="/search" onClick={openDialog} aria-keyshortcuts="/ Control+K Meta+K">
      <Search size={20} />
      <span>{frame.search}</span>
    </Link>
  );
}

/** The dialog's contents, which search while the reader types. The list loads when the dialog first opens. */
function Contents({ name, close }: { name: string; close: () => void }) {
  const { frame } = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const rememberAndClose = () => {
    void import("./recentSearches.lazy.ts").then(({ rememberSearch }) => rememberSearch(typed)).catch(() => {});
    close();
  };
  return (
    <search className={styles.content}>
      <form
        className={`${field.field} ${field.search}`}
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          rememberAndClose();
          void navigate(query === "" ? "/search" : toSearchPath(query), { viewTransition: true });
        }}
      >
        <label htmlFor="dialog-search">{frame.searchIn(name)}</label>
        <div className={styles.fieldRow}>
          <input
            id="dialog-search"
            type="search"
            name="q"
            // biome-ignore lint/a11y/noAutofocus: a reader who opens the dialog wants to type
            autoFocus
            value={typed}
            maxLength={400}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-stop=""
          />
          <button type="button" className={styles.close} aria-label={frame.closeSearch} onClick={close}>
            <X />
          </button>
        </div>
      </form>
      <Suspense>
        <SearchResults query={query} close={close} rememberAndClose={rememberAndClose} />
      </Suspense>
    </search>
  );
}
