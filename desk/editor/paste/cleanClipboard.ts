import { convertBlocks, convertHeadings, removeEmpty } from "./blocks.ts";
import { disarm } from "./dom.ts";
import { convertFootnotes } from "./footnotes.ts";
import { type PastedImages, takeImages } from "./images.ts";
import { cleanLinks } from "./links.ts";
import { joinLists } from "./lists.ts";
import { convertMarks } from "./marks.ts";
import { removeJunk } from "./removeJunk.ts";
import { cleanSpaces } from "./spaces.ts";
import { cleanTables } from "./tables.ts";
import { keepAllowed } from "./whitelist.ts";

export interface CleanedClipboard extends PastedImages {
  /** HTML that contains only elements of a story's text. */
  html: string;
}

/**
 * Cleans HTML from the clipboard: from Word, Word Online, Google Docs, LibreOffice, mail and web pages. Nothing in the
 * HTML runs or loads, since it is parsed into a document without a window.
 *
 * @param lastFootnote number of the story's last footnote; 0 for none
 */
export function cleanClipboard(html: string, lastFootnote: number): CleanedClipboard {
  const { body } = new DOMParser().parseFromString(disarm(toDocument(html)), "text/html");
  removeJunk(body);
  // HTML copied in the desk already has a story's structure. Its links and images are still checked.
  if (!body.querySelector("[data-pm-slice]")) clean(body, lastFootnote);
  cleanLinks(body);
  const images = takeImages(body);
  removeEmpty(body);
  keepAllowed(body);
  // Adds a paragraph, so that text typed after the paste does not become part of a footnote.
  if (body.lastElementChild?.matches("[data-footnote]")) body.append(body.ownerDocument.createElement("p"));
  return { ...images, html: body.innerHTML };
}

/** Adds the `<table>` element, which some programs leave out when they copy rows. */
function toDocument(html: string): string {
  return /^\s*<t(?:r|d|h|body|head)\b/i.test(html) ? `<table>${html}</table>` : html;
}

function clean(body: HTMLElement, lastFootnote: number): void {
  joinLists(body);
  convertHeadings(body);
  convertFootnotes(body, lastFootnote);
  convertMarks(body);
  cleanTables(body);
  convertBlocks(body);
  cleanSpaces(body);
}
