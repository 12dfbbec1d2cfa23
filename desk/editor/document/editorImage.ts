/** An image to insert into the text. */
export interface EditorImage {
  /** Address of the image in stories, such as `own:media/KEY`. */
  src: string;
  alt: string;
  caption: string;
}
