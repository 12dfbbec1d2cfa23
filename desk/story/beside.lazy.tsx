import { useState } from "react";
import { ReviewPanel } from "./ReviewPanel.tsx";
import { StoryFields } from "./StoryFields.tsx";
import type { StoryContext } from "./storyContext.ts";

/**
 * Shows the comments and the fields beside the text. This module is loaded after the text or, on a phone, when the
 * person opens the panel. Comments come first if the story had any when it was opened; later comments do not move the
 * fields.
 */
export function Component({ context }: { context: StoryContext }) {
  const { story, saving, permissions } = context;
  const [isReviewed] = useState(story.submission !== null || story.comments.length > 0);
  const review = <ReviewPanel context={context} isFirst={isReviewed} />;
  return (
    <div data-field="details">
      {isReviewed && review}
      <StoryFields
        story={story}
        content={saving.content}
        isReadOnly={!permissions.canEdit}
        onChange={saving.changeFields}
      />
      {!isReviewed && review}
    </div>
  );
}
