/** Thrown if something cannot be changed as an editor requested. The message is for the editor. */
export class EditorError extends Error {
  override name = "EditorError";
}

/** Thrown if a person may not perform an action. */
export class PermissionError extends EditorError {
  override name = "PermissionError";
}

/** Thrown if a story, a comment or another object of a request does not exist. */
export class NotFoundError extends EditorError {
  override name = "NotFoundError";
}

/** Thrown if a request conflicts with an earlier one, such as another person's change to the same story. */
export class ConflictError extends EditorError {
  override name = "ConflictError";
}
