import { Fragment, type ReactNode } from "react";

interface RichTextProps {
  text: string;
  /**
   * Elements that replace the parts in square brackets, in their order. To use the text in the brackets, pass a
   * function that takes this text and returns the element.
   */
  parts: readonly (ReactNode | ((text: string) => ReactNode))[];
}

/** A sentence of the catalog, with elements in place of its parts in square brackets. */
export function RichText({ text, parts }: RichTextProps) {
  // The pieces at odd indexes were in brackets.
  return text.split(/\[([^\]]*)\]/).map((piece, index) => {
    const part = parts[(index - 1) / 2];
    const content = index % 2 === 0 ? piece : typeof part === "function" ? part(piece) : part;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have an order and nothing else
    return <Fragment key={index}>{content}</Fragment>;
  });
}
