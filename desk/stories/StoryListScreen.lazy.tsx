import { type LoaderFunctionArgs, Navigate, useLoaderData, useParams, useSearchParams } from "react-router";
import type { StoryRow } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { EmptyList } from "./EmptyList.tsx";
import { ListNavigation } from "./ListNavigation.tsx";
import { toList } from "./lists.ts";
import { NewStoryButton } from "./NewStoryButton.tsx";
import { FILTERS, StoryFilters } from "./StoryFilters.tsx";
import { StoryListRow } from "./StoryListRow.tsx";
import css from "./StoryListScreen.module.css";

/** Maximum number of stories that the server lists. */
const MAX_ROWS = 200;

export async function loader({ params, request }: LoaderFunctionArgs): Promise<StoryRow[]> {
  const { edition } = params;
  if (edition === undefined) return [];
  const { searchParams } = new URL(request.url);
  const read = (name: string) => searchParams.get(name) || undefined;
  const [words, section, author] = FILTERS.map(read);
  const input = { param: { edition }, query: { list: toList(params.list), words, section, author } };
  return call((api) => api[":edition"].stories.$get(input));
}

/** Screen of the lists of an edition's stories. */
export function Component() {
  const params = useParams();
  const edition = useEdition();
  const rows = useLoaderData<StoryRow[]>();
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
        <NewStoryButton />
      </header>
      <ListNavigation current={list} />
      <StoryFilters />
      <p className={rows.length > 0 ? css.count : css.hidden} role="status">
        {rows.length < MAX_ROWS ? texts.count(rows.length) : texts.newest(MAX_ROWS)}
      </p>
      {rows.length > 0 ? (
        <ol className={css.rows}>
          {rows.map((row) => (
            <StoryListRow key={row.id} row={row} edition={edition} />
          ))}
        </ol>
      ) : (
        <EmptyList list={list} isFiltered={isFiltered} />
      )}
    </>
  );
}
