/** Thrown if something cannot be changed as an editor requested. The message is for the editor. */
export class EditorError extends Error {
  override name = "EditorError";
}

/** Thrown if a person may not perform an action. */
export class PermissionError extends EditorError {
  override name = "PermissionError";
}

/** Thrown if the thing to be changed does not exist. */
export class NotFoundError extends EditorError {
  override name = "NotFoundError";
}

/** Thrown if the thing was changed since the editor saw it. */
export class ConflictError extends EditorError {
  override name = "ConflictError";
}
