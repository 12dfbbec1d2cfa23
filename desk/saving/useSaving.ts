import type { Conflict } from "../../core/markdown/mergeBodies.ts";
import type { Presence, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

/** State of saving, as the screen says it. `saved` only after the server has confirmed the revision. */
export type SaveState =
  | { type: "saved"; at: string }
  | { type: "saving" }
  /** Kept on this device until the desk can be reached. */
  | { type: "offline" }
  | { type: "failed"; why: string }
  /** The session has ended; a dialog over the editor asks to sign in. */
  | { type: "signed out" }
  /** The text shrank by 80 %: saved on this device, and the person is asked. */
  | { type: "shrank"; from: number; to: number };

export interface Saving {
  /** Content at first: the copy of the server, or a newer one that this device has kept. */
  initial: CopyContent;
  /** The current fields, without a body that is up to date. */
  content: CopyContent;
  state: SaveState;
  people: Presence[];
  /** What others and this person changed in the same place. Both are in the text. */
  conflicts: Conflict[];
  clearConflicts(): void;
  /** Changes fields beside the text. */
  changeFields(fields: Partial<Omit<CopyContent, "body">>): void;
  /** Says that the text has changed; it is read with `getBody` when it is stored. */
  changeText(): void;
  /** Answers the question about a text that shrank. */
  confirmShrink(isMeant: boolean): void;
  /** Tries again at once, such as after signing in. */
  retry(): void;
  /** Saves what is not saved. Resolves to the revision on the server. @throws {RequestError} */
  flush(): Promise<number>;
}

export interface SavingOptions {
  edition: string;
  story: StoryView;
  /** Returns the editor's text. */
  getBody(): string;
  /** Gives the editor the text that was merged with others' changes. */
  applyMerged(body: string): void;
  /** Called when the story's state has changed elsewhere. */
  onStateChange(): void;
}

/** Keeps what is typed: on this device within a second, on the server within five. */
export function useSaving(_options: SavingOptions): Saving {
  throw new Error("not built yet");
}
