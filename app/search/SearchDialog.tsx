import { type KeyboardEvent, type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import field from "../ui/Field.module.css";
import { X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { Pieces } from "./Highlighted.tsx";
import { forgetSearches, readRecent, rememberSearch } from "./recentSearches.ts";
import styles from "./SearchDialog.module.css";
import { useSuggestions } from "./useSuggestions.ts";

interface SearchDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  isOpen: boolean;
  /** Told when it has closed, by whatever way. */
  onClose: () => void;
  name: string;
}

/**
 * Answers while a reader types. It is the browser's own dialog, which holds the focus, closes on Escape, and gives the focus
 * back. The arrow keys lead from the field through what it shows.
 */
export function SearchDialog({ dialog, isOpen, onClose, name }: SearchDialogProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it, as Escape does
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={`Search ${name}`}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      {isOpen && <Contents name={name} close={() => dialog.current?.close()} />}
    </dialog>
  );
}

function Contents({ name, close }: { name: string; close: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [recent, setRecent] = useState(readRecent);
  const { text, stories, hasFailed } = useSuggestions(typed);
  const isAsked = typed.trim() !== "";
  const all = `/search?q=${encodeURIComponent(typed.trim())}`;
  const leave = () => {
    rememberSearch(typed);
    close();
  };
  return (
    <search className={styles.inner} onKeyDown={moveByArrows}>
      <form
        className={`${field.field} ${field.search}`}
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          leave();
          void navigate(isAsked ? all : "/search", { viewTransition: true });
        }}
      >
        <label htmlFor="dialog-search">Search {name}</label>
        <div className={styles.line}>
          <input
            id="dialog-search"
            type="search"
            name="q"
            // biome-ignore lint/a11y/noAutofocus: who opens the dialog wants to type
            autoFocus
            value={typed}
            maxLength={400}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-stop=""
          />
          <button type="button" className={styles.close} aria-label="Close the search" onClick={close}>
            <X aria-hidden="true" size={24} strokeWidth={1.8} />
          </button>
        </div>
      </form>
      <p className={styles.status} role="status">
        {isAsked && text !== "" ? statusWords(stories.length, text, hasFailed) : ""}
      </p>
      {isAsked && stories.length > 0 && (
        <ul className={styles.list}>
          {stories.map(({ href, title, section, date }) => (
            <li key={href}>
              <Link to={href} prefetch="intent" onClick={leave} data-stop="">
                <span className={styles.title}>
                  <Pieces pieces={title} />
                </span>
                <span className={styles.meta}>
                  {section} · {date}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isAsked && (
        <p className={styles.all}>
          <Link to={all} onClick={leave} data-stop="">
            All stories for “{typed.trim()}”
          </Link>
        </p>
      )}
      {!isAsked && recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <div className={styles.head}>
            <h2 id="recent-searches">Recent searches on this device</h2>
            <button
              type="button"
              onClick={() => {
                forgetSearches();
                setRecent([]);
                document.getElementById("dialog-search")?.focus();
              }}
            >
              Forget them
            </button>
          </div>
          <ul className={styles.list}>
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

function statusWords(count: number, text: string, hasFailed: boolean): string {
  if (hasFailed) return "The search does not answer. Press Enter to try its page.";
  if (count === 0) return `Nothing was found for “${text}”. Check the spelling, or try fewer words.`;
  return count === 1 ? "1 story" : `The best ${count} stories`;
}

/** Up and down lead from the field through the links, and round. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-stop]")];
  const place = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops.at((place + step + stops.length) % stops.length)?.focus();
}
