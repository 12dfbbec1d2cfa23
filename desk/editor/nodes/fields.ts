import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { selectBehind } from "../commands/insert.ts";
import css from "../text.module.css";

export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  ...children: (globalThis.Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export interface AttributeField {
  label: HTMLLabelElement;
  input: HTMLTextAreaElement;
  update(node: Node): void;
}

/** Creates a field for a node's attribute, which is one line of text. The field grows as the line wraps. */
export function createField(
  view: EditorView,
  getPlace: () => number | undefined,
  name: string,
  label: string,
): AttributeField {
  const input = createElement("textarea", css.input);
  input.rows = 1;
  input.addEventListener("input", () => {
    const place = getPlace();
    const node = place === undefined ? null : view.state.doc.nodeAt(place);
    // Line breaks become spaces, since attributes have only one line.
    const value = input.value.replace(/\s*\n\s*/g, " ");
    if (node && place !== undefined)
      view.dispatch(view.state.tr.setNodeMarkup(place, null, { ...node.attrs, [name]: value }));
  });
  // The story may have become read-only or editable since the field was last drawn.
  input.addEventListener("focus", () => {
    input.readOnly = !view.editable;
  });
  input.addEventListener("keydown", (event) => {
    const place = getPlace();
    if ((event.key !== "Enter" && event.key !== "Escape") || event.isComposing || place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    view.dispatch(selectBehind(view.state.tr, place));
    view.focus();
  });
  return {
    label: createElement("label", css.field, createElement("span", undefined, label), input),
    input,
    update({ attrs }) {
      if (input.value.replace(/\s*\n\s*/g, " ") !== attrs[name]) input.value = attrs[name];
      input.readOnly = !view.editable;
    },
  };
}

/** Returns true for an event in a node's own controls. The editor must not handle such events. */
export function isInControl({ target }: Event): boolean {
  return target instanceof Element && target.closest("textarea, input, button, a") !== null;
}
