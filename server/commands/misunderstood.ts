/** Thrown for words that are no command. */
export class Misunderstood extends Error {}
