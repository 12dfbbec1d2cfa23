import {
  createContext,
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import field from "../ui/Field.module.css";
import { Search, X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { readChoice } from "../ui/theme.ts";
import { isPlainClick } from "../ui/useLinkNavigation.ts";
import { Highlighted } from "./Highlighted.tsx";
import { clearRecentSearches, readRecentSearches, rememberSearch } from "./recentSearches.ts";
import styles from "./SearchDialog.module.css";
import { SEARCH_FIELD_ID } from "./SearchForm.tsx";
import linkStyles from "./SearchLink.module.css";
import { useSuggestions } from "./useSuggestions.ts";

/** Function that opens the search dialog; null on pages without the dialog. */
const OpenSearch = createContext<(() => void) | null>(null);

/** Elements in which "/" is text, not a shortcut. */
const TEXT_FIELDS = "input, select, textarea, [contenteditable]";

/** Adds the search dialog, a native element, to the pages inside. The keys "/", Control-K and Command-K open it. */
export function SearchProvider({ name, children }: { name: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();

  const open = useCallback(() => {
    // The search page has its own field.
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
      const isSlash = event.key === "/" && !hasModifier && !isTyping && readChoice("keys") === "on";
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
        aria-label={`Search ${name}`}
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
  const openSearch = use(OpenSearch);
  const openDialog = (event: MouseEvent) => {
    if (!openSearch || !isPlainClick(event)) return;
    event.preventDefault();
    openSearch();
  };
  return (
    <Link className={linkStyles.link} to="/search" onClick={openDialog} aria-keyshortcuts="/ Control+K Meta+K">
      <Search size={20} />
      <span>Search</span>
    </Link>
  );
}

/** The dialog's contents, which search while the reader types. */
function Contents({ name, close }: { name: string; close: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [recent, setRecent] = useState(readRecentSearches);
  const { text, stories, hasFailed } = useSuggestions(typed);
  const query = typed.trim();
  const hasQuery = query !== "";
  const allResults = `/search?q=${encodeURIComponent(query)}`;
  const rememberAndClose = () => {
    rememberSearch(typed);
    close();
  };
  return (
    <search className={styles.content} onKeyDown={moveByArrows}>
      <form
        className={`${field.field} ${field.search}`}
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          rememberAndClose();
          void navigate(hasQuery ? allResults : "/search", { viewTransition: true });
        }}
      >
        <label htmlFor="dialog-search">Search {name}</label>
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
          <button type="button" className={styles.close} aria-label="Close search" onClick={close}>
            <X />
          </button>
        </div>
      </form>
      <p className={styles.status} role="status">
        {hasQuery && text !== "" ? describeStatus(stories.length, text, hasFailed) : ""}
      </p>
      {hasQuery && stories.length > 0 && (
        <ul className={styles.results}>
          {stories.map(({ href, title, byline, section, date }) => (
            <li key={href}>
              <Link to={href} prefetch="intent" onClick={rememberAndClose} data-stop="">
                <span className={styles.title}>
                  <Highlighted pieces={title} />
                </span>
                <span className={styles.meta}>
                  {byline} · {date} · {section}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hasQuery && (
        <p className={styles.allResults}>
          <Link to={allResults} onClick={rememberAndClose} data-stop="">
            All stories for “{query}”
          </Link>
        </p>
      )}
      {!hasQuery && recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <div className={styles.recentHead}>
            <h2 id="recent-searches">Recent searches on this device</h2>
            <button
              type="button"
              onClick={() => {
                clearRecentSearches();
                setRecent([]);
                document.getElementById("dialog-search")?.focus();
              }}
            >
              Clear them
            </button>
          </div>
          <ul className={styles.results}>
            {recent.map((search) => (
              <li key={search}>
                <Link to={`/search?q=${encodeURIComponent(search)}`} onClick={close} data-stop="">
                  <span className={styles.title}>{search}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </search>
  );
}

function describeStatus(count: number, text: string, hasFailed: boolean): string {
  if (hasFailed) return "Search isn’t responding. Press Enter to open the search page.";
  if (count === 0) return `No stories match “${text}”. Check the spelling, or try fewer words.`;
  return count === 1 ? "1 story" : `Top ${count} stories`;
}

/** Moves the focus through the field and the links with the up and down keys, wrapping around at both ends. */
function moveByArrows(event: ReactKeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-stop]")];
  const current = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops.at((current + step + stops.length) % stops.length)?.focus();
}
