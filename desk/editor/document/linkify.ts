/**
 * Replaces the package `linkify-it` in the desk's build. markdown-it always creates an instance of this class. Our
 * dialect leaves bare addresses as text, so the instance is never used.
 */
export class LinkifyIt {}
