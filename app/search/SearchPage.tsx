import type { SectionLink } from "../../server/editions/public.ts";
import type { SearchPage as SearchPageView } from "../../server/news/search/views.ts";
import rows from "../news/Rows.module.css";
import { Row } from "../news/Rows.tsx";
import { PaginationLink } from "../ui/Pagination.tsx";
import { Highlighted } from "./Highlighted.tsx";
import { NoResults } from "./NoResults.tsx";
import { SearchForm } from "./SearchForm.tsx";
import styles from "./SearchPage.module.css";

export function SearchPage({ page, sections }: { page: SearchPageView; sections: readonly SectionLink[] }) {
  const { request, hasCriteria, results, total, previous, next, sources } = page;
  const hasResults = results.length > 0;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Search</h1>
      <SearchForm request={request} sections={sections} sources={sources} />
      {hasCriteria && hasResults && (
        <p className={styles.count} role="status">
          {describeCount(request.text, previous || next ? total : { count: results.length, isMore: false })}
        </p>
      )}
      {hasResults ? (
        <ol className={rows.rows}>
          {results.map(({ story, title, excerpt }) => (
            <li key={story.slug}>
              <Row story={story} title={<Highlighted pieces={title} />} deck={<Highlighted pieces={excerpt} />} />
            </li>
          ))}
        </ol>
      ) : (
        <NoResults request={request} hasCriteria={hasCriteria} />
      )}
      <PaginationLink
        label="Pages of results"
        back={previous === null ? null : { title: "Previous stories", href: previous }}
        on={next === null ? null : { title: "More stories", href: next }}
      />
    </div>
  );
}

/** Returns such texts as "12 stories for “mayor”" and "More than 1,000 stories". */
function describeCount(text: string, { count, isMore }: SearchPageView["total"]): string {
  const stories = count === 1 ? "1 story" : `${count.toLocaleString("en-US")} stories`;
  const found = isMore ? `More than ${stories}` : stories;
  return text ? `${found} for “${text}”` : found;
}
