import { readRequest, SEARCH_PARAMS, type SearchRequest } from "../../core/search/request.ts";
import type { SearchPage } from "../../server/news/search/views.ts";
import rows from "../news/Rows.module.css";
import { Row } from "../news/Rows.tsx";
import { Highlighted } from "../search/Highlighted.tsx";
import { SearchForm } from "../search/SearchForm.tsx";
import styles from "../search/SearchPage.module.css";
import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import type { Route } from "./+types/search";

/** Cache policy, and the query parameters on which the page depends. */
export const handle = {
  policy: "fleeting",
  query: Object.fromEntries(SEARCH_PARAMS.map((name) => [name, () => true])),
};

export const loader = ({ context, request }: Route.LoaderArgs) =>
  context.get(services).search.find(readRequest(new URL(request.url).searchParams));

export const meta: Route.MetaFunction = ({ loaderData, matches: [root] }) => {
  const { text } = loaderData.request;
  const { name } = root.loaderData.edition;
  return createHead(root.loaderData, {
    title: text ? `Search: ${text}` : "Search",
    description: text
      ? `Stories in ${name} that match “${text}”, by section, source and date.`
      : `Search every story in ${name} by word, section, source and date.`,
    path: "/search",
    robots: "noindex",
  });
};

export default function Search({ loaderData, matches: [root] }: Route.ComponentProps) {
  const { request, hasCriteria, isComplete, results, total, previous, next, sources } = loaderData;
  const hasResults = results.length > 0;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Search</h1>
      <SearchForm request={request} sections={root.loaderData.edition.sections} sources={sources} />
      {hasCriteria && hasResults && (
        <p className={styles.count} role="status">
          {describeCount(request.text, previous || next ? total : { count: results.length, isMore: false })}
        </p>
      )}
      {!isComplete && <p className={styles.count}>Older stories are still being added to search.</p>}
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
        label="Pages of results"
        previous={previous === null ? null : { title: "Previous stories", href: previous }}
        next={next === null ? null : { title: "More stories", href: next }}
      />
    </div>
  );
}

/** Returns a text such as "12 stories for “mayor”" or "More than 1,000 stories". */
function describeCount(text: string, { count, isMore }: SearchPage["total"]): string {
  const stories = count === 1 ? "1 story" : `${count.toLocaleString("en-US")} stories`;
  const found = isMore ? `More than ${stories}` : stories;
  return text ? `${found} for “${text}”` : found;
}

/** Explains how to search, before the first search and after a search without results. */
function NoResults({ request, hasCriteria }: { request: SearchRequest; hasCriteria: boolean }) {
  const { text, section, source, from, to, isPictured } = request;
  const hasFilters = Boolean(section || source || from || to || isPictured);
  return (
    <section className={styles.help} aria-labelledby="what-to-try">
      {hasCriteria && (
        <p className={styles.empty} role="status">
          {text ? `No stories match “${text}”.` : "No stories match."}
        </p>
      )}
      <h2 id="what-to-try" className={headings.name}>
        {hasCriteria ? "What to try" : "How to search"}
      </h2>
      <ul>
        {hasCriteria && hasFilters && text && (
          <li>
            <Link to={`/search?${new URLSearchParams({ q: text })}`}>
              Search for “{text}” in every section and on every date
            </Link>
          </li>
        )}
        {hasCriteria && <li>Check the spelling, or try fewer words or more common ones.</li>}
        <li>
          Words match in any order, singular or plural, with or without accents: <q>cafe</q> finds cafés.
        </li>
        <li>
          Use quotation marks for an exact phrase: <kbd>"city council"</kbd>
        </li>
        <li>
          Put a minus sign before a word to leave it out: <kbd>bears -football</kbd>
        </li>
        <li>
          Or browse the news <Link to="/archive">day by day</Link>.
        </li>
      </ul>
    </section>
  );
}
