import { parseDocument } from "htmlparser2";
import { type HtmlElement, type HtmlNode, isElement, toPlainText, walkElements } from "../import/inlineMarkdown.ts";
import { type Contents, readContents } from "../import/losses.ts";

/** Parts of a story's page on this site, or of one of the edition's own pages. */
export interface ShownPage {
  title: string;
  /** Text between the headline and the body: deck, byline and dates. */
  head: string;
  /** Names in the header that are links to author pages. */
  authors: string[];
  /** Publication date, ISO 8601; null if the page shows none. */
  publishedAt: string | null;
  /** Photo between the header and the body, with its caption; null if there is none. */
  lead: { src: string; caption: string } | null;
  body: Contents;
}

/** Prefix of the paths of drawings, which are shown in place of missing photos (`skylinePath`). */
const DRAWING = "/scenes/";

/**
 * Parses a page of this site. Returns null if it shows neither a story nor one of the edition's own pages.
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
  // A figure may contain a photo and the drawing that is shown until the photo has loaded.
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

/** Returns the text elements of one of the edition's own pages. Leaves out the page's drawing and lists of links. */
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
