import { type SearchRequest, writeRequest } from "../../core/search/request.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./SearchPage.module.css";

const NO_FILTERS: SearchRequest = {
  ...{ text: "", section: null, source: null, from: null, to: null },
  ...{ isPictured: false, order: "relevance", after: null, before: null },
};

/** Explains how to search, after a search without results and before the first one. */
export function NoResults({ request, hasCriteria }: { request: SearchRequest; hasCriteria: boolean }) {
  const { text, section, source, from, to, isPictured } = request;
  const hasFilters = Boolean(section || source || from || to || isPictured);
  const everywhere = `/search?${writeRequest({ ...NO_FILTERS, text })}`;
  return (
    <section className={styles.help} aria-labelledby="what-to-try">
      {hasCriteria && (
        <p className={styles.empty} role="status">
          {text ? `Nothing was found for “${text}”.` : "Nothing was found."}
        </p>
      )}
      <h2 id="what-to-try" className={headings.name}>
        {hasCriteria ? "What to try" : "How to search"}
      </h2>
      <ul>
        {hasCriteria && hasFilters && text && (
          <li>
            <Link to={everywhere}>Look for “{text}” in every section and on every date</Link>
          </li>
        )}
        {hasCriteria && <li>Check the spelling, or try fewer words or more common ones.</li>}
        <li>
          Words are found in any order, singular or plural, with or without accents: <q>cafe</q> finds cafés.
        </li>
        <li>
          Put quotation marks around words that must follow one another: <kbd>"city council"</kbd>
        </li>
        <li>
          Put a minus before a word that must not be there: <kbd>bears -football</kbd>
        </li>
        <li>
          Or look at what was in the news <Link to="/archive">day by day</Link>.
        </li>
      </ul>
    </section>
  );
}
