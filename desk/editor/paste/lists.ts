import { forEach, isElement, readStyle, rename } from "./dom.ts";

/** A list item that the clipboard contains as a separate paragraph. */
interface FlatItem {
  /** Level in nested lists, from 1. */
  level: number;
  isOrdered: boolean;
  /** Number of an ordered item; null for a bullet or a letter. */
  number: number | null;
  /** Id of the list. Items of different lists are not joined. */
  list: string;
}

/** Matches the markers of ordered items. Word's bullets do not match: they are symbols, or "o" without a dot. */
const ORDERED = /^\(?(?:\d+(?:\.\d+)*|[ivxlcdm]+|[a-z])[.)]$|^\d+$/i;

/** Builds lists from Word's item paragraphs, Word Online's one-item lists and Google Docs' nested lists. */
export function joinLists(root: HTMLElement): void {
  const items = new Map<Element, FlatItem>();
  findWordItems(root, items);
  findWordOnlineItems(root, items);
  for (const element of items.keys()) if (!items.has(element.previousElementSibling as Element)) nest(element, items);
  nestWithinItems(root);
}

/** Finds Word's items: paragraphs that begin with a marker and have a style such as "mso-list: l0 level2 lfo1". */
function findWordItems(root: HTMLElement, items: Map<Element, FlatItem>): void {
  forEach(root, "p,h1,h2,h3,h4,h5,h6,li,div", (element) => {
    const [, list, level] = /^(l\d+)\s+level(\d+)/.exec(readStyle(element).get("mso-list") ?? "") ?? [];
    if (list === undefined || element.localName === "li") return;
    const marker = [...element.querySelectorAll("span")].find((span) => readStyle(span).get("mso-list") === "ignore");
    const sign = (marker?.textContent ?? "").replace(/\s+/g, " ").trim();
    marker?.remove();
    if (/^h/.test(element.localName)) {
      // A numbered heading stays a heading with its number.
      if (sign) element.prepend(`${sign} `);
      return;
    }
    const isOrdered = ORDERED.test(sign);
    const number = isOrdered ? Number.parseInt(/^\(?(\d+)/.exec(sign)?.[1] ?? "", 10) || null : null;
    items.set(element, { list, level: Number(level), isOrdered, number });
  });
}

/** Finds Word Online's items. Each item is in a list of its own, with the item's level as an attribute. */
function findWordOnlineItems(root: HTMLElement, items: Map<Element, FlatItem>): void {
  forEach(root, "li[data-aria-level]", (item) => {
    const list = item.parentElement;
    if (!list) return;
    const wrapper = list.parentElement?.classList.contains("ListContainerWrapper") ? list.parentElement : list;
    const level = Number(item.dataset.ariaLevel) || 1;
    const start = Number(list.getAttribute("start")) || null;
    const flat = item.ownerDocument.createElement("div");
    flat.append(...item.childNodes);
    item.remove();
    wrapper.before(flat);
    if (!wrapper.querySelector("li")) wrapper.remove();
    items.set(flat, {
      list: item.dataset.listid ?? "",
      level,
      isOrdered: list.localName === "ol",
      number: start,
    });
  });
}

/** Builds nested lists from the item `first` and the items that directly follow it. */
function nest(first: Element, items: Map<Element, FlatItem>): void {
  const open: { level: number; name: string; list: string; element: HTMLElement }[] = [];
  const mark = first.ownerDocument.createElement("div");
  first.before(mark);
  for (let next: Element | null = first; next; ) {
    const flat = items.get(next);
    if (!flat) break;
    const following: Element | null = next.nextElementSibling;
    const name = flat.isOrdered ? "ol" : "ul";
    const isLeft = (list: (typeof open)[number]) =>
      list.level > flat.level ||
      (list.level === flat.level && (list.name !== name || (open.length === 1 && list.list !== flat.list)));
    for (let last = open.at(-1); last && isLeft(last); last = open.at(-1)) open.pop();
    let current = open.at(-1);
    if (current?.level !== flat.level) {
      const element = first.ownerDocument.createElement(name);
      if (flat.number !== null && flat.number !== 1) element.setAttribute("start", `${flat.number}`);
      (current ? (current.element.lastElementChild ?? current.element) : mark).append(element);
      current = { level: flat.level, name, list: flat.list, element };
      open.push(current);
    }
    current.element.append(rename(next, "li"));
    next = following;
  }
  mark.replaceWith(...mark.childNodes);
}

/** Google Docs makes nested lists children of a list, not of an item. Moves such a list into the item before it. */
function nestWithinItems(root: HTMLElement): void {
  forEach(root, "ul > ul, ul > ol, ol > ul, ol > ol", (list) => {
    const before = list.previousElementSibling;
    if (isElement(before) && before.localName === "li") before.append(list);
    else {
      const item = list.ownerDocument.createElement("li");
      list.before(item);
      item.append(list);
    }
  });
}
