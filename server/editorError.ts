/** Thrown if something cannot be changed as an editor requested. The message is for the editor. */
export class EditorError extends Error {
  override name = "EditorError";
}
