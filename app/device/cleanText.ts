/**
 * What a story's text may hold, after server/feeds/clean/cleanHtml.ts and server/images. A file that is imported may come from anybody:
 * the texts in it are cleaned here, since what stands in them gets onto a page of ours.
 */
const ELEMENTS = new Set(
  "P BR HR H2 H3 H4 H5 H6 BLOCKQUOTE Q CITE PRE CODE UL OL LI DL DT DD A EM STRONG B I U S DEL INS SUB SUP SMALL MARK ABBR TIME SPAN DIV IMG PICTURE FIGURE FIGCAPTION TABLE CAPTION THEAD TBODY TFOOT TR TH TD AUDIO VIDEO SOURCE".split(
    " ",
  ),
);

/** What goes with all that is in it; any other element that is not on the list leaves its words. */
const DROPPED = "script, style, template, noscript, iframe, object, embed, svg, math, form, textarea, select, title";

const ATTRIBUTES = new Set(
  "title rel alt width height loading controls preload type datetime colspan rowspan scope start sizes data-embed data-title data-provider".split(
    " ",
  ),
);

const WEB = /^https?:\/\//i;

/** Whether an address leads to this site in any case. Browsers read over tabs and line breaks, so "/\t/a.org" leads away. */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\\t\n\r])/.test(address);
}

/** @returns the same text without anything that runs, or that is loaded from another site before a click */
export function cleanText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const element of body.querySelectorAll("*")) {
    if (!ELEMENTS.has(element.tagName)) element.replaceWith(...element.childNodes);
    else
      for (const { name, value } of [...element.attributes])
        if (!isAllowed(element, name, value)) element.removeAttribute(name);
  }
  return body.innerHTML;
}

function isAllowed({ tagName }: Element, name: string, value: string): boolean {
  if (name === "href") return tagName === "A" && (WEB.test(value) || value.startsWith("mailto:") || isOwnPath(value));
  if (name === "src") return tagName === "IMG" ? isOwnPath(value) : tagName !== "IMG" && WEB.test(value);
  if (name === "srcset")
    return ["IMG", "SOURCE"].includes(tagName) && value.split(",").every((one) => isOwnPath(one.trim()));
  if (name === "preload") return value === "none";
  return ATTRIBUTES.has(name);
}
