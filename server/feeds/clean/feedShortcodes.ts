import { removeShortcodeTags, replaceShortcodes } from "../../html/shortcodes.ts";

const CAPTIONS = ["caption", "wp_caption"];
/**
 * Matches the names of WordPress shortcodes for page builders, galleries and players. These shortcodes are removed even
 * if the closing tag is missing, as it often is in shortened texts.
 */
const PAGE_BUILDERS =
  /^(?:vc|et_pb|fusion|av|su|tve|mk|nectar|cs|ux|wpb|td_block|tdc|ultimate|rev_slider|gallery|playlist|embed|caption|wp_caption|audio|video|wp_ad|contact-form-7)(?:_|$)/;

/**
 * Removes shortcodes that WordPress left in a text, and keeps the texts inside them. A caption with its image becomes a
 * figure. Words in brackets stay: "He [the mayor] agreed".
 */
export function removeShortcodes(html: string): string {
  if (!html.includes("[")) return html;
  const figures = replaceShortcodes(html, CAPTIONS, ({ name, inner }) => {
    const image = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(inner ?? "")?.[0];
    if (inner === null || image === undefined || !CAPTIONS.includes(name)) return null;
    return `<figure>${image}<figcaption>${inner.replace(image, () => "").trim()}</figcaption></figure>`;
  });
  return removeShortcodeTags(figures, (name) => PAGE_BUILDERS.test(name));
}
