/** Thrown for a body that is no feed, or none that can be read. The message is one plain sentence. */
export class UnreadableFeed extends Error {
  override name = "UnreadableFeed";
}
