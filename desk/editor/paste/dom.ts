/** Selector of block elements. */
export const BLOCKS =
  "p,div,section,article,main,header,footer,aside,figure,figcaption,address,blockquote,pre,ul,ol,li,dl,dt,dd,table,h1,h2,h3,h4,h5,h6,hr,details,summary";

/** Attribute to which `disarm` renames `style`. */
export const STYLE = "data-pasted-style";

const TAG = /<[a-z][^<>]*>/gi;
const ACTIVE = /(\s)(style|on[a-z]+)(?=\s*=)/gi;

/**
 * Renames style attributes, style elements and event handlers. Otherwise, browsers would report each of these as a
 * violation of the desk's content security policy, even in a document without a window, where none has an effect.
 */
export function disarm(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, "<$1template")
    .replace(TAG, (tag) => tag.replace(ACTIVE, (_, space, name) => `${space}data-pasted-${name.toLowerCase()}`));
}

/** Calls a function with each matching element. The function may change the tree. */
export function forEach<Found extends Element = HTMLElement>(
  root: ParentNode,
  selector: string,
  change: (element: Found) => void,
): void {
  for (const element of root.querySelectorAll<Found>(selector)) change(element);
}

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Replaces an element with an element of another name and the same content. */
export function rename(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Moves the content of an element into a new child element with the given name. */
export function wrapContent(element: Element, name: string): void {
  const inner = element.ownerDocument.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}

/**
 * Parses the style attribute that `disarm` has renamed. Keys and values are in lower case. The browser's parser would
 * drop properties that only Word knows.
 */
export function readStyle(element: Element): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of (element.getAttribute(STYLE) ?? "").toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0) declarations.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
  }
  return declarations;
}

export function isElement(node: Node | null | undefined): node is HTMLElement {
  return node?.nodeType === 1;
}
