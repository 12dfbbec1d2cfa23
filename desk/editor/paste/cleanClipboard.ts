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
  /** HTML with the elements of a story's text only. */
  html: string;
}

/**
 * Cleans HTML of the clipboard: from Word, Word Online, Google Docs, LibreOffice, mail and web pages. Nothing of it runs or
 * loads, since it is parsed to a document that no window shows.
 *
 * @param lastFootnote number of the story's last note
 */
export function cleanClipboard(html: string, lastFootnote: number): CleanedClipboard {
  const { body } = new DOMParser().parseFromString(disarm(toDocument(html)), "text/html");
  removeJunk(body);
  // Parts copied in the desk have the structure of a story already. Their links and images are not trusted more.
  if (!body.querySelector("[data-pm-slice]")) clean(body, lastFootnote);
  cleanLinks(body);
  const images = takeImages(body);
  removeEmpty(body);
  keepAllowed(body);
  // The text after the cursor must not become part of a note.
  if (body.lastElementChild?.matches("[data-footnote]")) body.append(body.ownerDocument.createElement("p"));
  return { ...images, html: body.innerHTML };
}

/** Some programs copy rows without their table. */
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
