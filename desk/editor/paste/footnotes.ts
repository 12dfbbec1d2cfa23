import { forEach, STYLE, unwrap } from "./dom.ts";

/**
 * Converts pasted footnotes to footnotes of our Markdown dialect. Recognizes a reference and its note by their links
 * to each other. Word, Google Docs and LibreOffice write such links.
 *
 * @param last number of the story's last footnote; the first pasted footnote gets the next number
 */
export function convertFootnotes(root: HTMLElement, last: number): void {
  const anchors = [...root.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const names = (anchor: Element) => [anchor.id, anchor.getAttribute("name")].filter(Boolean);
  const pointsTo = (anchor: Element, other: Element) =>
    names(other).some((name) => anchor.getAttribute("href") === `#${name}`);
  let number = last;
  for (const [index, reference] of anchors.entries()) {
    const note = anchors.slice(index + 1).find((other) => pointsTo(reference, other) && pointsTo(other, reference));
    const text = note?.closest("p,li");
    if (!note || !text || text.contains(reference)) continue;
    number++;
    const marker = root.ownerDocument.createElement("sup");
    marker.dataset.reference = `${number}`;
    marker.append(`${number}`);
    (reference.closest("sup") ?? reference).replaceWith(marker);
    (note.closest("sup") ?? note).remove();
    const paragraph = root.ownerDocument.createElement("p");
    paragraph.dataset.footnote = `${number}`;
    paragraph.append(...text.childNodes);
    text.remove();
    root.append(paragraph);
  }
  // Removes the horizontal rule above Word's notes, and replaces each `div` around notes with its contents.
  forEach(root, `[${STYLE}*="footnote-list"] hr, [${STYLE}*="endnote-list"] hr`, (line) => line.remove());
  forEach(root, `[${STYLE}*="footnote"],[${STYLE}*="endnote"]`, (element) => {
    if (element.localName === "div") unwrap(element);
  });
}
