import { type RefObject, useEffect } from "react";
import { getTexts } from "../texts/texts.ts";
import css from "./StoryEditor.module.css";

interface MarkdownTextProps {
  /** Initial Markdown. Later values are ignored, since the field keeps the typed text. */
  body: string;
  language: string;
  isReadOnly: boolean;
  onInput(): void;
  ref: RefObject<HTMLTextAreaElement | null>;
}

export function MarkdownText({ body, language, isReadOnly, onInput, ref }: MarkdownTextProps) {
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref]);
  return (
    <textarea
      ref={ref}
      className={css.markdown}
      data-field="text"
      aria-label={getTexts().editor.markdown.label}
      lang={language}
      defaultValue={body}
      readOnly={isReadOnly}
      onInput={onInput}
    />
  );
}

const SIGNS = { strong: "**", em: "*" };

/** Adds delimiters around the selected text, or removes them. The field's own undo can revert the change. */
export function toggleSigns(field: HTMLTextAreaElement, name: keyof typeof SIGNS): void {
  const sign = SIGNS[name];
  const { selectionStart: start, selectionEnd: end, value } = field;
  const selected = value.slice(start, end);
  const isMarked = value.slice(0, start).endsWith(sign) && value.slice(end).startsWith(sign);
  if (isMarked) {
    field.setSelectionRange(start - sign.length, end + sign.length);
    replaceSelected(field, selected);
    field.setSelectionRange(start - sign.length, end - sign.length);
  } else {
    replaceSelected(field, sign + selected + sign);
    field.setSelectionRange(start + sign.length, end + sign.length);
  }
}

/** Replaces the selected text as if it were typed. Setting `value` would clear the field's undo history. */
export function replaceSelected(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (!document.execCommand(text === "" ? "delete" : "insertText", false, text))
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
}

/** Replaces only the part of the field's text that differs from `body`, so that the cursor stays in place. */
export function replaceDifference(field: HTMLTextAreaElement, body: string): void {
  const { value } = field;
  let start = 0;
  while (start < value.length && value[start] === body[start]) start++;
  let end = 0;
  const longest = Math.min(value.length, body.length) - start;
  while (end < longest && value.at(-1 - end) === body.at(-1 - end)) end++;
  field.setRangeText(body.slice(start, body.length - end), start, value.length - end, "preserve");
}
