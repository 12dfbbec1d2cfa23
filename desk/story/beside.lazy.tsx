import { ReviewPanel } from "./ReviewPanel.tsx";
import { StoryFields } from "./StoryFields.tsx";
import type { StoryContext } from "./storyContext.ts";

/** Everything beside the text: comments and fields. Loaded after it, or when a phone shows it. */
export function Component({ context }: { context: StoryContext }) {
  const { edition, story, saving, permissions } = context;
  return (
    <>
      <ReviewPanel context={context} />
      <StoryFields
        edition={edition}
        story={story}
        content={saving.content}
        isReadOnly={!permissions.canEdit}
        onChange={saving.changeFields}
      />
    </>
  );
}
