import { type LoaderFunctionArgs, Navigate, useLoaderData, useParams, useSearchParams } from "react-router";
import type { StoryRow } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { EmptyList } from "./EmptyList.tsx";
import { ListNavigation } from "./ListNavigation.tsx";
import { FILLED_FROM, toList } from "./lists.ts";
import { NewStoryButton } from "./NewStoryButton.tsx";
import { FILTERS, StoryFilters } from "./StoryFilters.tsx";
import { StoryListRow } from "./StoryListRow.tsx";
import css from "./StoryListScreen.module.css";

/** Maximum number of stories that the server lists. */
const MAX_ROWS = 200;

interface Listed {
  rows: StoryRow[];
  /** Number of stories that wait for review. */
  toReview: number;
}

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Listed> {
  const { edition } = params;
  if (edition === undefined) return { rows: [], toReview: 0 };
  const { searchParams } = new URL(request.url);
  const read = (name: string) => searchParams.get(name) || undefined;
  const [words, section, author] = FILTERS.map(read);
  const input = { param: { edition }, query: { list: toList(params.list), words, section, author } };
  const [rows, { count }] = await Promise.all([
    call((api) => api[":edition"].stories.$get(input)),
    call((api) => api[":edition"]["to-review"].$get({ param: { edition } })),
  ]);
  return { rows, toReview: count };
}

/** Screen with the lists of an edition's stories. */
export function Component() {
  const params = useParams();
  const edition = useEdition();
  const { rows, toReview } = useLoaderData<Listed>();
  const [search] = useSearchParams();
  const texts = getTexts().stories;
  const list = toList(params.list);
  if (params.edition === undefined) return <Navigate to={`/stories/${edition.id}`} replace />;
  const isFiltered = FILTERS.some((name) => search.get(name));
  return (
    <>
      <title>{`${texts.lists[list]} · ${getTexts().shell.desk}`}</title>
      <header className={css.header}>
        <h1>{texts.title}</h1>
        {(rows.length > 0 || isFiltered || FILLED_FROM[list]) && <NewStoryButton />}
      </header>
      <ListNavigation current={list} toReview={toReview} />
      {(rows.length > 0 || isFiltered) && <StoryFilters />}
      <p className={rows.length > 0 ? css.count : css.hidden} role="status">
        {rows.length < MAX_ROWS ? texts.count(rows.length) : texts.newest(MAX_ROWS)}
      </p>
      {rows.length > 0 ? (
        <ol className={css.rows}>
          {rows.map((row) => (
            <StoryListRow key={row.id} row={row} />
          ))}
        </ol>
      ) : (
        <EmptyList list={list} isFiltered={isFiltered} />
      )}
    </>
  );
}
