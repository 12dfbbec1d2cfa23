import type { MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";

interface PublishDialogProps {
  edition: MyEdition;
  story: StoryView;
  /** Saves what is not saved. Resolves to the revision that will be published. */
  flush(): Promise<number>;
  /** Called after the story was published, scheduled, corrected or withdrawn. */
  onDone(): void;
  onClose(): void;
}

/** Publishes a story in three steps: what is missing, when, and a confirmation. Asks how readers learn of a change. */
export function PublishDialog(_props: PublishDialogProps) {
  return null;
}

/** Withdraws a story, with a line for its readers. */
export function WithdrawDialog(_props: PublishDialogProps) {
  return null;
}
