/** Returns the message of a thrown value, for a log entry or a sentence. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
