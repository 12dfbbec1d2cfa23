/**
 * Takes the place of the package `linkify-it` in the desk's build. It finds bare addresses, which the dialect leaves as
 * text, but markdown-it always creates it.
 */
export class LinkifyIt {}
