import type { Node } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import { cleanClipboard } from "./cleanClipboard.ts";

interface CleanPastesOptions {
  /** Called with the number of images that a paste could not include. */
  onMissingImages(count: number): void;
  /** Called with the image files in the clipboard, and the position in the document where the images belong. */
  onFiles(files: readonly File[], place: number): void;
}

/** Cleans pasted or dropped HTML. If Shift is pressed, ProseMirror pastes plain text instead. */
export function cleanPastes({ onMissingImages, onFiles }: CleanPastesOptions): Plugin {
  return new Plugin({
    props: {
      transformPastedHTML(html, view) {
        const { html: cleaned, missing, files } = cleanClipboard(html, findLastFootnote(view.state.doc));
        if (missing > 0) onMissingImages(missing);
        if (files.length > 0) onFiles(files, view.state.selection.to);
        return cleaned;
      },
    },
  });
}

function findLastFootnote(doc: Node): number {
  let last = 0;
  doc.descendants(({ attrs, type }) => {
    if (type.name === "footnote" || type.name === "footnote_reference")
      last = Math.max(last, Number(attrs.number) || 0);
  });
  return last;
}
