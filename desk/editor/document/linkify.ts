/**
 * Replaces the package `linkify-it` in the desk's build. The package finds bare addresses, which our dialect leaves as
 * text, but markdown-it always creates an instance.
 */
export class LinkifyIt {}
