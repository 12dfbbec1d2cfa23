import { parseDocument } from "htmlparser2";
import { type HtmlElement, type HtmlNode, isElement, toPlainText, walkElements } from "../import/inlineMarkdown.ts";
import { type Contents, readContents } from "../import/losses.ts";

/** Parts of a story, or of a page of the edition, that a page of this site shows. */
export interface ShownPage {
  title: string;
  /** Words above the text: deck, byline and dates. */
  head: string;
  /** Names that lead to pages of authors. */
  authors: string[];
  /** ISO 8601; null for none. */
  publishedAt: string | null;
  /** The photo above the text, and the words below it; null for none. */
  lead: { src: string; caption: string } | null;
  body: Contents;
}

/** Beginning of the paths of drawings, which stand in the place of photos. See `skylinePath`. */
const DRAWING = "/scenes/";

/**
 * Reads a page of this site. Returns null if it shows neither a story nor a page of the edition.
 *
 * @param base address of the page
 */
export function readShownPage(html: string, base: string): ShownPage | null {
  const document = parseDocument(html, { withStartIndices: true, withEndIndices: true });
  const main = findElement(document.children, "main");
  const article = main && (findElement(main.children, "article") ?? main);
  const heading = article && findElement(article.children, "h1");
  const header = heading?.parent;
  if (!article || !header || !("attribs" in header)) return null;
  const figure = article.name === "article" ? findElement(article.children, "figure") : undefined;
  const parts = figure
    ? listAfter(figure)
        .filter(({ name }) => name === "div")
        .slice(0, 1)
    : listTexts(header);
  // Beside a photo, a figure has the drawing that stands in until the photo has loaded.
  const images = [...walkElements(figure?.children ?? [])].filter(({ name }) => name === "img");
  const photo = images.find(({ attribs }) => !isDrawing(attribs.src));
  const time = findElement(header.children, "time");
  const links = [...walkElements(header.children)].filter(({ attribs }) => attribs.href?.startsWith("/author/"));
  const body = readContents(parts.map((part) => slice(html, part)).join("\n"), base);
  return {
    title: toPlainText(heading.children),
    head: header.children
      .filter((child) => child !== heading)
      .map((child) => toPlainText([child]))
      .join(" "),
    authors: links.map(({ children }) => toPlainText(children)),
    publishedAt: time?.attribs.datetime ?? null,
    lead: photo ? { src: photo.attribs.src ?? "", caption: toPlainText(figure?.children ?? []) } : null,
    body: { ...body, images: body.images.filter(({ src }) => !isDrawing(src)) },
  };
}

/** Returns the parts of a page of the edition that its file has, without the drawing and the lists of links around it. */
function listTexts(header: HtmlElement): HtmlElement[] {
  return listAfter(header)
    .filter(({ name }) => name === "div")
    .flatMap(({ children }) => children.filter((child) => isElement(child)))
    .filter(({ name }) => name !== "nav");
}

function listAfter(element: HtmlElement): HtmlElement[] {
  const siblings: readonly HtmlNode[] = element.parent?.children ?? [];
  return siblings.slice(siblings.indexOf(element) + 1).filter((node) => isElement(node));
}

function findElement(nodes: readonly HtmlNode[], name: string): HtmlElement | undefined {
  for (const element of walkElements(nodes)) if (element.name === name) return element;
  return undefined;
}

function isDrawing(src = ""): boolean {
  return src.startsWith(DRAWING);
}

function slice(html: string, { startIndex, endIndex }: HtmlElement): string {
  return html.slice(startIndex ?? 0, (endIndex ?? -1) + 1);
}
