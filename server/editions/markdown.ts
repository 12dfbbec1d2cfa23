import MarkdownIt from "markdown-it";

/** How an edition's texts are made into HTML: no HTML of their own is let through, and quotation marks become curly. */
export const markdown = new MarkdownIt({ html: false, typographer: true });
