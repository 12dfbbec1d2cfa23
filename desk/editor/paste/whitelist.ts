import { forEach, unwrap } from "./dom.ts";

/** Allowed attributes by element. Other attributes are removed; other elements are replaced with their content. */
const ALLOWED: Record<string, readonly string[]> = {
  a: ["href", "data-player"],
  aside: ["data-by"],
  b: [],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  em: [],
  figcaption: [],
  figure: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  i: [],
  img: ["alt", "data-inline", "data-src", "src", "title"],
  li: [],
  ol: ["data-tight", "start"],
  p: ["data-footnote"],
  pre: ["data-source"],
  s: [],
  span: ["data-literal"],
  strike: [],
  strong: [],
  sup: ["data-reference"],
  table: [],
  tbody: [],
  td: ["data-align"],
  th: ["data-align"],
  tr: [],
  ul: ["data-tight"],
};

/** Attribute by which ProseMirror recognizes HTML that it copied itself. */
const SLICE = "data-pm-slice";

/** Removes all elements and attributes that a story's text can't contain. */
export function keepAllowed(root: HTMLElement): void {
  forEach(root, "*", (element) => {
    const attributes = Object.hasOwn(ALLOWED, element.localName) ? ALLOWED[element.localName] : undefined;
    if (!attributes || (element.localName === "sup" && !element.dataset.reference)) return unwrap(element);
    for (const { name } of [...element.attributes])
      if (name !== SLICE && !attributes.includes(name)) element.removeAttribute(name);
  });
}
