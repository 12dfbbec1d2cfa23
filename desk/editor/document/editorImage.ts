/** An image to insert into the text. */
export interface EditorImage {
  /** Address by which stories refer to it, such as `own:media/KEY`. */
  src: string;
  alt: string;
  caption: string;
}
