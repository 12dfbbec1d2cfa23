import { BLOCKS, forEach, isElement, rename, unwrap } from "./dom.ts";

/** Levels of headings in a story. Level 1 is the headline. */
const MIN_LEVEL = 2;
const MAX_LEVEL = 4;

/** Converts Word's titles and Word Online's heading paragraphs to headings, and sets all headings to levels 2 to 4. */
export function convertHeadings(root: HTMLElement): void {
  forEach(root, "[role=heading]", (element) => {
    if (!/^h[1-6]$/.test(element.localName)) rename(element, `h${clamp(Number(element.ariaLevel) || MIN_LEVEL, 1, 6)}`);
  });
  forEach(root, "p.MsoTitle", (element) => rename(element, "h1"));
  // If the document has a single h1, it is the title, and the other headings already begin at level 2.
  const shift = root.querySelectorAll("h1").length > 1 ? 1 : 0;
  forEach(root, "h1,h2,h3,h4,h5,h6", (element) => {
    const level = clamp(Number(element.localName.slice(1)) + shift, MIN_LEVEL, MAX_LEVEL);
    if (element.localName !== `h${level}`) rename(element, `h${level}`);
  });
  forEach(root, "h2 br,h3 br,h4 br", (line) => line.replaceWith(" "));
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Converts elements that contain lines of text to paragraphs, and unwraps elements that contain blocks. */
export function convertBlocks(root: HTMLElement): void {
  forEach(root, "dt", (element) => {
    const term = rename(element, "p");
    const strong = term.ownerDocument.createElement("strong");
    strong.append(...term.childNodes);
    term.append(strong);
  });
  // Starts with the innermost elements, since converting them can turn the elements around them into lines or blocks.
  const holders =
    "div,section,article,main,header,footer,aside,figure,figcaption,address,center,dl,dd,details,summary,label";
  for (const element of [...root.querySelectorAll(holders)].reverse()) {
    if (element.querySelector(BLOCKS)) wrapLines(element);
    else if (element.closest("p,h2,h3,h4,td,th,pre") !== null) unwrap(element);
    else rename(element, "p");
  }
  wrapLines(root, true);
  forEach(root, "p", splitAtBreaks);
}

/** Puts text before, between and after an element's blocks into paragraphs. Unwraps the element unless `isRoot`. */
function wrapLines(element: Element, isRoot = false): void {
  let paragraph: HTMLElement | null = null;
  for (const node of [...element.childNodes]) {
    if (isElement(node) && (node.matches(BLOCKS) || node.querySelector(BLOCKS))) {
      paragraph = null;
    } else {
      if (!paragraph) {
        paragraph = element.ownerDocument.createElement("p");
        node.before(paragraph);
      }
      paragraph.append(node);
    }
  }
  if (!isRoot) unwrap(element);
}

/** Splits a paragraph at each pair of line breaks, and drops the breaks at its ends. */
function splitAtBreaks(paragraph: HTMLElement): void {
  const { ownerDocument: owner } = paragraph;
  const start = () => {
    const part = owner.createElement("p");
    if (paragraph.dataset.footnote) part.dataset.footnote = paragraph.dataset.footnote;
    return part;
  };
  const parts = [start()];
  let breaks = 0;
  for (const node of [...paragraph.childNodes]) {
    if (isElement(node) && node.localName === "br") {
      breaks++;
      continue;
    }
    if (breaks > 0 && node.textContent?.trim() === "") continue;
    const part = parts.at(-1);
    if (breaks > 1) parts.push(start());
    else if (breaks === 1 && part?.hasChildNodes()) part.append(owner.createElement("br"));
    breaks = 0;
    parts.at(-1)?.append(node);
  }
  paragraph.replaceWith(...parts);
}

/** Removes empty elements, such as the paragraphs that Word uses for spacing. */
export function removeEmpty(root: HTMLElement): void {
  const removable = "p,h2,h3,h4,li,ul,ol,blockquote,pre,strong,b,em,i,s,del,strike,code,figure";
  for (const element of [...root.querySelectorAll(removable)].reverse())
    if (!element.textContent?.trim() && !element.querySelector("img,hr,sup[data-reference]")) {
      if (element.matches("strong,b,em,i,s,del,strike,code")) unwrap(element);
      else element.remove();
    }
}
