import type { Ref } from "react";

/** An image as the editor inserts it. */
export interface EditorImage {
  /** Address by which stories refer to it, such as `own:media/KEY`. */
  src: string;
  alt: string;
  caption: string;
}

/** Commands to the editor from the screen around it. */
export interface StoryEditorHandle {
  /** Returns the text as Markdown. Blocks that were not touched are byte-equal. */
  getBody(): string;
  /**
   * Takes over the blocks of a merged text that differ, without losing selection, scroll position or undo.
   *
   * @param body text that contains the present one, merged with that of others
   */
  applyMerged(body: string): void;
  /** Inserts an image at the cursor. */
  insertImage(image: EditorImage): void;
  focus(): void;
}

export interface StoryEditorProps {
  /** Markdown at first; later changes of it are ignored. */
  body: string;
  /** BCP 47 language of the text, for quotes and spelling. */
  language: string;
  isReadOnly: boolean;
  /** Called after each change, before the text is serialized. Call `getBody` when it is needed. */
  onChange(): void;
  /** Shows the library; the editor inserts what is picked. */
  onWantImage(): void;
  /** Stores files that were dropped, pasted or taken; resolves to what the editor inserts. */
  onFiles(files: readonly File[]): Promise<EditorImage[]>;
  /** Images that a paste could not bring, for a message. */
  onMissingImages(count: number): void;
  /** Returns the address of an image's thumbnail in the desk. */
  getThumbnail(src: string): string;
  ref: Ref<StoryEditorHandle>;
}

/** The editor of a story's text. */
export function StoryEditor(_props: StoryEditorProps) {
  return null;
}
