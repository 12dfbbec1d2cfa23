import { removeControls } from "../../core/controls.ts";

/** Elements that the server leaves in stories (server/feeds/clean, server/images). Imported files may have others. */
const ELEMENTS =
  "P BR HR H2 H3 H4 H5 H6 BLOCKQUOTE Q CITE PRE CODE UL OL LI DL DT DD A EM STRONG B I U S DEL INS SUB SUP SMALL MARK ABBR TIME SPAN DIV IMG PICTURE FIGURE FIGCAPTION ADDRESS TABLE CAPTION THEAD TBODY TFOOT TR TH TD AUDIO VIDEO SOURCE".split(
    " ",
  );

/** Elements that are removed with their content. Other elements outside ELEMENTS are replaced by their content. */
const DROPPED = "script, style, template, noscript, iframe, object, embed, svg, math, form, textarea, select, title";

const ATTRIBUTES =
  "title rel alt width height loading controls preload type datetime colspan rowspan scope start sizes data-embed data-title data-provider".split(
    " ",
  );

const WEB_ADDRESS = /^https?:\/\//i;

/** Returns true for a path on this site. Browsers ignore tabs and line breaks: "/\t/a.example" leads elsewhere. */
export function isSitePath(address: string): boolean {
  return /^\/(?![/\\\t\n\r])/.test(address);
}

/** Removes from a story's HTML everything that runs, or that loads from another site without a click. */
export function cleanStoryHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  for (const element of body.querySelectorAll("*")) {
    if (!ELEMENTS.includes(element.tagName)) element.replaceWith(...element.childNodes);
    else
      for (const { name, value } of [...element.attributes])
        if (!isAllowed(element, name, value)) element.removeAttribute(name);
  }
  return removeControls(body.innerHTML);
}

function isAllowed({ tagName }: Element, name: string, value: string): boolean {
  if (name === "href")
    return tagName === "A" && (WEB_ADDRESS.test(value) || value.startsWith("mailto:") || isSitePath(value));
  if (name === "src") return tagName === "IMG" ? isSitePath(value) : WEB_ADDRESS.test(value);
  if (name === "srcset")
    return ["IMG", "SOURCE"].includes(tagName) && value.split(",").every((source) => isSitePath(source.trim()));
  if (name === "preload") return value === "none";
  return ATTRIBUTES.includes(name);
}
