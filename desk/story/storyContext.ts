import type { LibraryImage, MyEdition, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { Saving } from "../saving/useSaving.ts";
import type { Permissions, StoryStatus } from "./storyStatus.ts";

/** Names of the screen's dialogs. Some are also keys of the dialogs' texts. */
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
  /** Called with a story that was read again from the server. The text in the editor stays. */
  onStory(story: StoryView): void;
  /** Called with a story after its working copy was replaced. Opens the editor again. */
  onNewCopy(story: StoryView): void;
}

/** Values that the parts of the screen share. */
export interface StoryContext extends StoryPageProps {
  saving: Saving;
  status: StoryStatus;
  permissions: Permissions;
  openDialog(dialog: OpenDialog | null): void;
  /** Reads the story's state again. Keeps the text in the editor. Changes nothing if the desk can't be reached. */
  reload(): Promise<void>;
  insertImage(image: LibraryImage): void;
}
