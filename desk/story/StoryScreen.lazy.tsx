import { Suspense, useCallback, useState } from "react";
import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData, useParams } from "react-router";
import type { StoryView } from "../../server/desk/api/apiTypes.ts";
import { call } from "../api.ts";
import { useMe } from "../me/useEdition.ts";
import { StoryPage } from "./StoryPage.tsx";

export async function loader({ params: { edition = "", id = "" } }: LoaderFunctionArgs): Promise<StoryView> {
  return call((api) => api[":edition"].stories[":id"].$get({ param: { edition, id } }));
}

/** Prevents reloads while the same story is open, since a failed reload would replace the screen and the text on it. */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.edition !== nextParams.edition || currentParams.id !== nextParams.id;
}

/** Screen of a story: its text, the fields and comments beside it, and its actions. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { edition: editionId = "" } = useParams();
  return <OpenStory key={`${editionId} ${loaded.id}`} editionId={editionId} loaded={loaded} />;
}

function OpenStory({ editionId, loaded }: { editionId: string; loaded: StoryView }) {
  const edition = useMe().editions.find(({ id }) => id === editionId);
  const [{ story, copies }, setOpen] = useState({ story: loaded, copies: 0 });
  const onStory = useCallback((next: StoryView) => setOpen((open) => ({ ...open, story: next })), []);
  const onNewCopy = useCallback((next: StoryView) => setOpen((open) => ({ story: next, copies: open.copies + 1 })), []);
  if (!edition) return null;
  return (
    <Suspense fallback={null}>
      <StoryPage key={copies} edition={edition} story={story} onStory={onStory} onNewCopy={onNewCopy} />
    </Suspense>
  );
}
