import { forEach, readStyle, rename, unwrap, wrapContent } from "./dom.ts";

const HEADINGS = "h1,h2,h3,h4,h5,h6";

/** Converts styles with a meaning, such as bold, to elements. Unwraps elements whose style cancels their meaning. */
export function convertMarks(root: HTMLElement): void {
  // Google Docs wraps everything in a <b> element whose style is not bold.
  forEach(root, "b,strong", (element) => {
    if (/^(?:normal|[1-4]00)$/.test(readStyle(element).get("font-weight") ?? "")) unwrap(element);
  });
  forEach(root, "i,em", (element) => {
    if (readStyle(element).get("font-style") === "normal") unwrap(element);
  });
  forEach(root, "span,font,a,u,ins", (element) => {
    const style = readStyle(element);
    const decoration = `${style.get("text-decoration")} ${style.get("text-decoration-line")}`;
    if (/^(?:bold|bolder|[6-9]00)$/.test(style.get("font-weight") ?? "") && !element.closest(`${HEADINGS},strong,b`))
      wrapContent(element, "strong");
    if (/^(?:italic|oblique)/.test(style.get("font-style") ?? "") && !element.closest("em,i"))
      wrapContent(element, "em");
    if (/line-through/.test(decoration) && !element.closest("s,del,strike")) wrapContent(element, "s");
    if (element.localName !== "a") unwrap(element);
  });
  for (const heading of root.querySelectorAll(HEADINGS)) forEach(heading, "strong,b", unwrap);
  forEach(root, "tt,kbd,samp", (element) => rename(element, "code"));
  forEach(root, "q", (element) => {
    element.prepend("“");
    element.append("”");
    unwrap(element);
  });
}
