import { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { getPlayerUrl } from "../../../core/playerUrls.ts";
import { insertBlocks } from "../commands/insert.ts";
import { findAddress } from "../commands/links.ts";
import { getMarkType, getNodeType, schema } from "../schema/storySchema.ts";

/** Handles pasted or dropped files. @param onFiles called with the files and their place in the document */
export function takeFiles(onFiles: (files: readonly File[], place: number) => void): Plugin {
  return new Plugin({
    props: {
      handlePaste(view, event) {
        const files = listFiles(event.clipboardData);
        // Ignores an image that was copied together with text: Word and spreadsheets add an image of the text to the
        // clipboard.
        const hasText = event.clipboardData?.types.some((type) => type === "text/html" || type === "text/plain");
        if (files.length === 0 || hasText) return false;
        onFiles(files, view.state.selection.to);
        return true;
      },
      handleDrop(view, event) {
        const files = listFiles(event.dataTransfer);
        if (files.length === 0) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        onFiles(files, place ?? view.state.selection.to);
        event.preventDefault();
        return true;
      },
    },
  });
}

function listFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])];
}

/**
 * Converts a pasted address. On selected text, makes the text a link. On an empty line, inserts a player if
 * `getPlayerUrl` knows one for the address. Elsewhere, inserts a link with the address as its text.
 */
export function linkPastedAddresses(): Plugin {
  return new Plugin({
    props: {
      handlePaste(view, event) {
        const address = findAddress(event.clipboardData?.getData("text/plain") ?? "");
        return address !== null && pasteAddress(view, address);
      },
    },
  });
}

function pasteAddress({ state, dispatch }: EditorView, href: string): boolean {
  const { $from, $to, empty, from, to } = state.selection;
  const { parent } = $from;
  if (!parent.inlineContent || parent.type.spec.code || !$from.sameParent($to)) return false;
  const type = getMarkType("link");
  if (!empty) dispatch(state.tr.addMark(from, to, type.create({ href })));
  else if (getPlayerUrl(href) && parent.type.name === "paragraph" && parent.childCount === 0)
    dispatch(insertBlocks(state.tr, [getNodeType("player").create({ href })]));
  else {
    const text = schema.text(href, [type.create({ href, isAutomatic: true })]);
    dispatch(state.tr.replaceSelectionWith(text, false).scrollIntoView());
  }
  return true;
}
