import { useEffect, useRef, useState } from "react";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import { Link } from "../ui/Link.tsx";
import { toSearchPath } from "../ui/siteLinks.ts";
import { Highlighted } from "./Highlighted.tsx";
import { clearRecentSearches, readRecentSearches } from "./recentSearches.lazy.ts";
import styles from "./SearchDialog.module.css";
import { useSuggestions } from "./useSuggestions.ts";

interface SearchResultsProps {
  /** The typed query, trimmed. */
  query: string;
  close: () => void;
  rememberAndClose: () => void;
}

/** The search dialog's list: the best stories and pages for the query, or recent searches before the reader types. */
export default function SearchResults({ query, close, rememberAndClose }: SearchResultsProps) {
  const texts = usePageTexts().search;
  const [recent, setRecent] = useState(readRecentSearches);
  const { text, stories, places, correction, hasFailed } = useSuggestions(query);
  const hasQuery = query !== "";
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const search = status.current?.closest("search");
    search?.addEventListener("keydown", moveByArrows);
    return () => search?.removeEventListener("keydown", moveByArrows);
  }, []);
  return (
    <>
      <p className={styles.status} role="status" ref={status}>
        {hasQuery && text !== "" ? describeStatus() : ""}
      </p>
      {hasQuery && correction !== null && (
        <p className={styles.allResults}>
          <Link to={toSearchPath(correction)} onClick={rememberAndClose} data-stop="">
            <RichText text={texts.didYouMean} parts={[<q key="word">{correction}</q>]} />
          </Link>
        </p>
      )}
      {hasQuery && places.length > 0 && (
        <ul className={styles.results} aria-label={texts.places}>
          {places.map(({ title, href }) => (
            <li key={href}>
              <Link to={href} prefetch="intent" onClick={rememberAndClose} data-stop="">
                <span className={styles.title}>{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hasQuery && stories.length > 0 && (
        <ul className={styles.results}>
          {stories.map(({ href, title, byline, section, date }) => (
            <li key={href}>
              <Link to={href} prefetch="intent" onClick={rememberAndClose} data-stop="">
                <span className={styles.title} dir="auto">
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
          <Link to={toSearchPath(query)} onClick={rememberAndClose} data-stop="">
            {texts.all(query)}
          </Link>
        </p>
      )}
      {!hasQuery && recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <div className={styles.recentHead}>
            <h2 id="recent-searches">{texts.recent}</h2>
            <button
              type="button"
              onClick={() => {
                clearRecentSearches();
                setRecent([]);
                document.getElementById("dialog-search")?.focus();
              }}
            >
              {texts.clear}
            </button>
          </div>
          <ul className={styles.results}>
            {recent.map((search) => (
              <li key={search}>
                <Link to={toSearchPath(search)} onClick={close} data-stop="">
                  <span className={styles.title}>{search}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );

  function describeStatus(): string {
    if (hasFailed) return texts.failed;
    return stories.length === 0 ? texts.noneHint(text) : texts.top(stories.length);
  }
}

/** Moves the focus through the field and the links with the up and down keys, wrapping around at both ends. */
function moveByArrows(event: KeyboardEvent) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-stop]")];
  const current = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops.at((current + step + stops.length) % stops.length)?.focus();
}
