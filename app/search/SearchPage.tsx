import type { SectionLink } from "../../server/editions/public.ts";
import type { SearchPage as SearchPageView } from "../../server/news/search/views.ts";
import { Turn } from "../ui/Pagination.tsx";
import { foundWords } from "./messages.ts";
import { Nothing } from "./NoResults.tsx";
import { Results } from "./Results.tsx";
import { SearchForm } from "./SearchForm.tsx";
import styles from "./SearchPage.module.css";

/** The page of search: the form, and what it found. */
export function SearchPage({ page, sections }: { page: SearchPageView; sections: readonly SectionLink[] }) {
  const { request, isAsked, results, total, previous, next, sources } = page;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Search</h1>
      <SearchForm request={request} sections={sections} sources={sources} />
      {isAsked && results.length > 0 && (
        <p className={styles.count} role="status">
          {foundWords(request, previous || next ? total : { count: results.length, isMore: false })}
        </p>
      )}
      {results.length > 0 ? <Results results={results} /> : <Nothing request={request} isAsked={isAsked} />}
      <Turn
        label="Pages of results"
        back={previous === null ? null : { title: "Previous stories", href: previous }}
        on={next === null ? null : { title: "More stories", href: next }}
      />
    </div>
  );
}
