import type { LibraryImage, MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { Saving } from "../saving/useSaving.ts";
import type { Permissions, StoryStatus } from "./storyStatus.ts";

/** Dialogs of the screen; the names of some are those of their texts. */
export type OpenDialog =
  | "preview"
  | "versions"
  | "publish"
  | "withdraw"
  | "submit"
  | "return"
  | "discard"
  | "delete"
  | "images"
  | "details"
  | "shortcuts";

export interface StoryPageProps {
  edition: MyEdition;
  story: StoryView;
  /** Takes what has changed about the story. The text that is open stays. */
  onStory(story: StoryView): void;
  /** Takes a story whose copy was replaced, and opens it anew. */
  onNewCopy(story: StoryView): void;
}

/** Values that the parts of the screen share. */
export interface StoryContext extends StoryPageProps {
  saving: Saving;
  status: StoryStatus;
  permissions: Permissions;
  openDialog(dialog: OpenDialog | null): void;
  /** Reads the story's state again. What is being written stays, also if the desk can't be reached. */
  reload(): Promise<void>;
  insertImage(image: LibraryImage): void;
}
