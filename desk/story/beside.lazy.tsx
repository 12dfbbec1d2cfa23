import { useState } from "react";
import { ReviewPanel } from "./ReviewPanel.tsx";
import { StoryFields } from "./StoryFields.tsx";
import type { StoryContext } from "./storyContext.ts";

/**
 * Everything beside the text: comments and fields. Loaded after it, or when a phone shows it. What others have written comes
 * first if there was any when the story was opened; what comes later moves nothing under a person's hands.
 */
export function Component({ context }: { context: StoryContext }) {
  const { edition, story, saving, permissions } = context;
  const [isReviewed] = useState(story.submission !== null || story.comments.length > 0);
  const review = <ReviewPanel context={context} isFirst={isReviewed} />;
  return (
    <div data-field="details">
      {isReviewed && review}
      <StoryFields
        edition={edition}
        story={story}
        content={saving.content}
        isReadOnly={!permissions.canEdit}
        onChange={saving.changeFields}
      />
      {!isReviewed && review}
    </div>
  );
}
