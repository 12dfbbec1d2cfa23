import type { SearchRequest } from "../../core/search/request.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import rows from "../news/Rows.module.css";
import { Row } from "../news/Rows.tsx";
import type { Route } from "../routes/+types/search";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import { Highlighted } from "./Highlighted.tsx";
import { SearchForm } from "./SearchForm.tsx";
import styles from "./SearchPage.module.css";

export function SearchPage({ loaderData, matches: [root] }: Route.ComponentProps) {
  const { request, hasCriteria, isComplete, results, total, previous, next, sources } = loaderData;
  const { search } = usePageTexts();
  const found = previous || next ? total : { count: results.length, isMore: false };
  const hasResults = results.length > 0;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{search.title}</h1>
      <SearchForm request={request} sections={root.loaderData.edition.sections} sources={sources} />
      {hasCriteria && hasResults && (
        <p className={styles.count} role="status">
          {search.found(found.count, found.isMore, request.text)}
        </p>
      )}
      {!isComplete && <p className={styles.count}>{search.incomplete}</p>}
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
      <Pagination
        label={search.pages}
        previous={previous === null ? null : { title: search.previous, href: previous }}
        next={next === null ? null : { title: search.next, href: next }}
      />
    </div>
  );
}

/** Explains how to search, before the first search and after a search without results. */
function NoResults({ request, hasCriteria }: { request: SearchRequest; hasCriteria: boolean }) {
  const { search } = usePageTexts();
  const { text, section, source, from, to, mustHaveImage } = request;
  const hasFilters = Boolean(section || source || from || to || mustHaveImage);
  return (
    <section className={styles.help} aria-labelledby="what-to-try">
      {hasCriteria && (
        <p className={styles.empty} role="status">
          {text ? search.noneFor(text) : search.none}
        </p>
      )}
      <h2 id="what-to-try">{hasCriteria ? search.toTry : search.how}</h2>
      <ul>
        {hasCriteria && hasFilters && text && (
          <li>
            <Link to={`/search?${new URLSearchParams({ q: text })}`}>{search.everywhere(text)}</Link>
          </li>
        )}
        {hasCriteria && <li>{search.spelling}</li>}
        <li>
          <RichText text={search.anyOrder} parts={[(example) => <q>{example}</q>]} />
        </li>
        <li>
          <RichText text={search.phrase} parts={[(example) => <kbd>{example}</kbd>]} />
        </li>
        <li>
          <RichText text={search.exclude} parts={[(example) => <kbd>{example}</kbd>]} />
        </li>
        <li>
          <RichText text={search.browse} parts={[(days) => <Link to="/archive">{days}</Link>]} />
        </li>
      </ul>
    </section>
  );
}
