import type sanitizeHtml from "sanitize-html";
import { hasAmbiguousShareClass, hasShareClass, isShareLabel, isShareLink } from "./shareButtons.ts";

type Attributes = Record<string, string>;

/** Sectioning elements, which are unwrapped. Those that are share buttons are renamed to be removed with their content. */
const SECTIONS = ["section", "aside", "nav", "footer", "header", "button"];

/** Decides which elements of one text are removed: share buttons, and images and links without content. */
export function createElementFilter() {
  let isShareElement = false;
  let hasRemovedShareButtons = false;
  // Elements are identified by their attributes object: `class` is gone from it at the end tag.
  const shareElements = new WeakSet<Attributes>();
  /** Positions in the output at which the images and players that stay begin. */
  const media: number[] = [];
  /** Position at which the last share button was removed. */
  let lastRemoved = -1;

  // An element includes all that was written, or removed, after its start.
  const includesMedia = (position: number) => (media.at(-1) ?? -1) > position;

  function isShare({ tag, attribs, text, tagPosition }: sanitizeHtml.IFrame): boolean {
    return (
      shareElements.has(attribs) ||
      (/^(div|p|ul|span)$/.test(tag) && hasAmbiguousShareClass(attribs.class, text)) ||
      (lastRemoved > tagPosition && !includesMedia(tagPosition) && tag !== "td" && isShareLabel(text))
    );
  }

  return {
    /** Called before `mark` for each start tag, with its original attributes. */
    enter(name: string, { class: classes, href }: Attributes): void {
      isShareElement = hasShareClass(classes) || (name === "a" && href !== undefined && isShareLink(href.trim()));
    },
    /** Remembers share buttons. Returns the name under which the element is to be processed. */
    mark(name: string, attributes: Attributes): string {
      if (!isShareElement) return name;
      shareElements.add(attributes);
      return SECTIONS.includes(name) ? "div" : name;
    },
    /** Called for each end tag, inner elements first. */
    isRemoved(element: sanitizeHtml.IFrame): boolean {
      const { tag, attribs, text, tagPosition } = element;
      const isShareButton = isShare(element);
      const isEmpty =
        (/^(img|source)$/.test(tag) && !attribs.src) || (tag === "a" && !text.trim() && !includesMedia(tagPosition));
      if (!isShareButton && !isEmpty) {
        if (/^(img|audio|video)$/.test(tag) || (/^(iframe|embed)$/.test(tag) && attribs.href)) media.push(tagPosition);
        return false;
      }
      while ((media.at(-1) ?? -1) >= tagPosition) media.pop();
      hasRemovedShareButtons ||= isShareButton;
      lastRemoved = isShareButton ? tagPosition : Math.min(lastRemoved, tagPosition);
      return true;
    },
    hasRemovedShareButtons: () => hasRemovedShareButtons,
  };
}
