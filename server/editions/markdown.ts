import MarkdownIt from "markdown-it";

/** Renders an edition's texts: raw HTML is escaped, and quotation marks become curly. */
export const markdown = new MarkdownIt({ html: false, typographer: true });
