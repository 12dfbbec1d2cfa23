/**
 * Stands in for `linkify-it` in the desk's build. markdown-it always creates an instance, but never uses it: our
 * dialect leaves bare addresses as text.
 */
export class LinkifyIt {}
