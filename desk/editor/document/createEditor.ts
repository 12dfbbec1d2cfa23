import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { history } from "prosemirror-history";
import { EditorState } from "prosemirror-state";
import { tableEditing } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
import { countWords } from "../../../core/markdown/countWords.ts";
import { getTexts } from "../../texts/texts.ts";
import { insertBlocks } from "../commands/insert.ts";
import {
  createFigureView,
  createImageView,
  createPlayerView,
  createPullQuoteView,
  createSourceView,
} from "../nodes/blockViews.ts";
import { cleanPastes } from "../paste/cleanPastes.ts";
import { findText } from "../plugins/find.ts";
import { createInputRules } from "../plugins/inputRules.ts";
import { createKeymaps } from "../plugins/keys.ts";
import { linkPastedAddresses, takeFiles } from "../plugins/pasted.ts";
import { readSelectionFirst } from "../plugins/readSelectionFirst.ts";
import { markUnequalParts, setUnequalParts } from "../plugins/unequalParts.ts";
import { keepWritable } from "../plugins/upkeep.ts";
import { getNodeType } from "../schema/storySchema.ts";
import type { EditorImage } from "./editorImage.ts";
import { openStoryText } from "./storyText.ts";

/** Functions of the screen that the editor uses. */
export interface EditorScreen {
  isReadOnly(): boolean;
  /** Called after each change of the editor's state. @param isChanged true if the text has changed */
  onUpdate(state: EditorState, isChanged: boolean): void;
  onFiles(files: readonly File[]): Promise<readonly EditorImage[]>;
  /** Called with the number of images that a paste could not include. */
  onMissingImages(count: number): void;
  /** Called after a block was replaced with its Markdown because the site would show the block differently. */
  onSource(): void;
  openLink(): void;
  openFind(): void;
  getThumbnail(src: string): string;
}

/** The editor of a story's text, independent of React. */
export interface Editor {
  view: EditorView;
  getBody(): string;
  /** Replaces the blocks that differ from `body`. @param isMerge true for others' changes, which Undo doesn't revert */
  setBody(body: string, isMerge: boolean): void;
  countWords(): number;
  insertImages(images: readonly EditorImage[], place?: number): void;
  destroy(): void;
}

/** Opens the editor of a story's Markdown in an element. @param language BCP 47 language of the text */
export function createEditor(mount: HTMLElement, body: string, language: string, screen: EditorScreen): Editor {
  const story = openStoryText(body);
  // Places in the document for images that are still being stored.
  const awaited = new Set<{ place: number }>();
  /** Indexes of the marked blocks: those that the site would show differently from the editor. */
  let marked: readonly number[] = [];
  const state = EditorState.create({
    doc: story.doc,
    plugins: [
      readSelectionFirst(),
      createInputRules(language),
      takeFiles((files, place) => void insertFiles(files, place)),
      linkPastedAddresses(),
      cleanPastes({
        onMissingImages: screen.onMissingImages,
        onFiles: (files, place) => void insertFiles(files, place),
      }),
      ...createKeymaps(screen),
      history(),
      tableEditing(),
      gapCursor(),
      dropCursor(),
      findText(),
      markUnequalParts(),
      keepWritable(),
    ],
  });
  const view: EditorView = new EditorView(mount, {
    state,
    // Keeps the cursor clear of the toolbar, which may be at the top or the bottom of the window.
    scrollMargin: 80,
    scrollThreshold: 80,
    editable: () => !screen.isReadOnly(),
    attributes: {
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": getTexts().editor.label,
      "data-placeholder": getTexts().editor.placeholder,
      lang: language,
      spellcheck: "true",
    },
    nodeViews: {
      figure: (node, own, getPlace) => createFigureView(node, own, getPlace, screen.getThumbnail),
      player: (node, own, getPlace) => createPlayerView(node, own, getPlace),
      pull_quote: (node, own, getPlace) => createPullQuoteView(node, own, getPlace),
      source: createSourceView,
      image: (node) => createImageView(node, screen.getThumbnail),
    },
    dispatchTransaction(tr) {
      for (const entry of awaited) entry.place = tr.mapping.map(entry.place);
      view.updateState(view.state.apply(tr));
      screen.onUpdate(view.state, tr.docChanged);
    },
  });

  return {
    view,
    getBody() {
      const written = story.write(view.state.doc);
      const isChanged = written.unequal.length > 0 && showAsMarkdown(written.unequal);
      const { body, unequal } = isChanged ? story.write(view.state.doc) : written;
      if (String(unequal) !== String(marked)) view.dispatch(setUnequalParts(view.state.tr, unequal));
      marked = unequal;
      return body;
    },
    setBody(newBody, isMerge) {
      const { tr } = view.state;
      story.replace(tr, newBody);
      if (tr.docChanged) view.dispatch(isMerge ? tr.setMeta("addToHistory", false) : tr);
    },
    countWords: () => countWords(story.write(view.state.doc).body),
    insertImages,
    destroy: () => view.destroy(),
  };

  /** Replaces blocks with their Markdown, except the block with the cursor. @returns true if any block was replaced */
  function showAsMarkdown(indexes: readonly number[]): boolean {
    const { tr, doc, selection } = view.state;
    let end = doc.content.size;
    for (const [index, node] of [...doc.children.entries()].reverse()) {
      const start = end - node.nodeSize;
      const isWritten = view.hasFocus() && selection.from < end && selection.to > start;
      const source = indexes.includes(index) && !isWritten ? story.findSource(node) : null;
      if (source) tr.replaceWith(start, end, source);
      end = start;
    }
    if (!tr.docChanged) return false;
    view.dispatch(tr);
    screen.onSource();
    return true;
  }

  async function insertFiles(files: readonly File[], place: number) {
    const entry = { place };
    awaited.add(entry);
    try {
      insertImages(await screen.onFiles(files), entry.place);
    } finally {
      awaited.delete(entry);
    }
  }

  function insertImages(images: readonly EditorImage[], place?: number) {
    if (images.length === 0 || view.isDestroyed) return;
    const nodes = images.map(({ src, alt, caption }) => getNodeType("figure").create({ src, alt, caption }));
    const { tr } = view.state;
    if (place === undefined) view.dispatch(insertBlocks(tr, nodes));
    else {
      const $place = tr.doc.resolve(Math.min(place, tr.doc.content.size));
      view.dispatch(tr.insert($place.depth === 0 ? $place.pos : $place.after(1), nodes));
    }
  }
}
