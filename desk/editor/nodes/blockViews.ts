import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import { getTexts } from "../../texts/texts.ts";
import css from "../text.module.css";
import { createElement, createField, isInControl } from "./fields.ts";

type Place = () => number | undefined;

/** Shows an image with fields for its alt text and its caption. */
export function createFigureView(node: Node, view: EditorView, getPlace: Place, getThumbnail: (src: string) => string) {
  const texts = getTexts().editor;
  const image = createElement("img", undefined);
  const alt = createField(view, getPlace, "alt", texts.alt);
  const caption = createField(view, getPlace, "caption", texts.caption);
  const missing = createElement("p", css.warning, texts.altMissing);
  const dom = createElement("figure", css.figure, image, alt.label, missing, caption.label);
  dom.contentEditable = "false";
  let src = "";
  const show = ({ attrs }: Node) => {
    if (attrs.src !== src) image.src = getThumbnail(attrs.src);
    src = attrs.src;
    image.alt = attrs.alt;
    missing.hidden = attrs.alt.trim() !== "";
  };
  return createBlockView(node, dom, [show, alt.update, caption.update]);
}

/** Shows the host and address of a player, and a field for its title. Readers will see the player itself. */
export function createPlayerView(node: Node, view: EditorView, getPlace: Place) {
  const texts = getTexts().editor;
  const kind = createElement("strong", undefined);
  const link = createElement("a", undefined);
  link.target = "_blank";
  link.rel = "noreferrer";
  const title = createField(view, getPlace, "title", texts.playerTitle);
  const dom = createElement("div", css.player, kind, link, title.label);
  dom.contentEditable = "false";
  const show = ({ attrs }: Node) => {
    const url = URL.parse(attrs.href);
    kind.textContent = url ? texts.player(url.hostname.replace(/^www\./, "")) : texts.ownFile;
    link.textContent = attrs.href;
    if (url?.protocol.startsWith("http")) link.href = attrs.href;
  };
  return createBlockView(node, dom, [show, title.update]);
}

/** Shows a pull quote, with a field for its speaker. */
export function createPullQuoteView(node: Node, view: EditorView, getPlace: Place): NodeView {
  const contentDOM = createElement("p", undefined);
  const by = createField(view, getPlace, "by", getTexts().editor.speaker);
  by.label.contentEditable = "false";
  const dom = createElement("aside", css.pullQuote, contentDOM, by.label);
  return { ...createBlockView(node, dom, [by.update]), contentDOM, ignoreMutation: isOutside(contentDOM) };
}

/** Shows a block that is edited as Markdown, and a note that explains why. */
export function createSourceView(): NodeView {
  const contentDOM = createElement("code", undefined);
  const note = createElement("p", css.note, getTexts().editor.sourceNote);
  note.contentEditable = "false";
  const dom = createElement("div", css.source, note, createElement("pre", undefined, contentDOM));
  return { dom, contentDOM, ignoreMutation: isOutside(contentDOM) };
}

/** Shows an image within a line. */
export function createImageView({ attrs }: Node, getThumbnail: (src: string) => string): NodeView {
  const image = createElement("img", css.inlineImage);
  image.src = getThumbnail(attrs.src);
  image.alt = attrs.alt;
  return { dom: image };
}

function createBlockView(node: Node, dom: HTMLElement, updates: readonly ((node: Node) => void)[]): NodeView {
  const show = (next: Node) => {
    for (const update of updates) update(next);
  };
  show(node);
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      show(next);
      return true;
    },
    stopEvent: isInControl,
    ignoreMutation: (mutation) => mutation.type !== "selection",
  };
}

function isOutside(content: HTMLElement): NonNullable<NodeView["ignoreMutation"]> {
  return (mutation) => mutation.type !== "selection" && !content.contains(mutation.target);
}
