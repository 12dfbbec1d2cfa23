import type { StoryView } from "../../server/desk/api/apiTypes.ts";

interface VersionsDialogProps {
  edition: string;
  story: StoryView;
  timeZone: string;
  /** Saves what is not saved, before a version is compared or restored. */
  flush(): Promise<number>;
  /** Called after a version was restored. */
  onRestored(story: StoryView): void;
  onClose(): void;
}

/** The story's history: named versions, publications and autosaves side by side, with the words that changed. */
export function VersionsDialog(_props: VersionsDialogProps) {
  return null;
}
