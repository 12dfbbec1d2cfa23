import { useEffect, useState } from "react";
import { Link } from "../ui/Link.tsx";
import styles from "./FaqFilter.module.css";

interface FaqFilterProps {
  query: string;
  onQuery: (query: string) => void;
  /** How many questions match; null where nothing is looked for. */
  found: number | null;
  total: number;
}

/** Keeps the questions that hold what is typed. Without JavaScript it is not there; its place is kept until it is. */
export function FaqFilter({ query, onQuery, found, total }: FaqFilterProps) {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <search className={styles.filter}>
      {isReady && (
        <>
          <label htmlFor="faq-filter">Search the questions</label>
          <input
            id="faq-filter"
            type="search"
            autoComplete="off"
            value={query}
            onChange={(event) => onQuery(event.target.value)}
          />
          <p role="status" className={styles.count}>
            {found === null
              ? `${total} questions`
              : `${found} of ${total} questions ${found === 1 ? "matches" : "match"}`}
          </p>
          {found === 0 && (
            <div className={styles.none}>
              <p>
                <strong>Nothing here holds “{query.trim()}”.</strong>
              </p>
              <p>
                Check the spelling, try one word instead of several, or choose a category. If the answer is not here,{" "}
                <Link to="/contact" prefetch="intent">
                  ask us
                </Link>
                .
              </p>
            </div>
          )}
        </>
      )}
    </search>
  );
}
