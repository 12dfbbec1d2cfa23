import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";

interface PreviewDialogProps {
  edition: MyEdition;
  story: StoryView;
  flush(): Promise<number>;
  onClose(): void;
}

/** Shows the real page of the unsaved text at 390 and 1280 px, as mail and as a shared card, and makes a link. */
export function PreviewDialog(_props: PreviewDialogProps) {
  return null;
}
