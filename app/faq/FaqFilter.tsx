import { Link } from "../ui/Link.tsx";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./FaqFilter.module.css";

interface FaqFilterProps {
  query: string;
  onQuery: (query: string) => void;
  /** Number of matching questions; null without a query. */
  found: number | null;
  total: number;
}

/** The search field above the questions. It needs JavaScript; CSS reserves its height until hydration. */
export function FaqFilter({ query, onQuery, found, total }: FaqFilterProps) {
  const isHydrated = useHasScripts();
  return (
    <search className={styles.filter}>
      {isHydrated && (
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
                <Link to="/contact">ask us</Link>.
              </p>
            </div>
          )}
        </>
      )}
    </search>
  );
}
