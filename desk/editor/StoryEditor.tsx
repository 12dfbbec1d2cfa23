import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { countWords } from "../../core/markdown/countWords.ts";
import { toReadMinutes } from "../../core/readingTime.ts";
import { getTexts } from "../texts/texts.ts";
import { insertBlocks } from "./commands/insert.ts";
import { findLinkPlace, type LinkPlace, removeLink, setLink } from "./commands/links.ts";
import { createEditor, type Editor } from "./document/createEditor.ts";
import type { EditorImage } from "./document/editorImage.ts";
import { writeImageSource, writeLinkSource } from "./document/writeSource.ts";
import { FindBar } from "./FindBar.tsx";
import { LinkDialog } from "./LinkDialog.tsx";
import { MarkdownText, replaceDifference, replaceSelected, toggleSigns } from "./MarkdownText.tsx";
import { PlayerDialog } from "./PlayerDialog.tsx";
import type { FindRun } from "./plugins/find.ts";
import css from "./StoryEditor.module.css";
import { getNodeType } from "./schema/storySchema.ts";
import "./selection.css";
import textCss from "./text.module.css";
import { findActive, isSameActive, NOTHING_ACTIVE } from "./toolbar/findActive.ts";
import { COMMANDS, type TableToolName, type ToolName } from "./toolbar/items.ts";
import { Toolbar } from "./toolbar/Toolbar.tsx";

export type { EditorImage };

/** Functions that the editor offers to the screen around it. */
export interface StoryEditorHandle {
  /** Returns the text as Markdown. Blocks that were not edited keep their source, byte by byte. */
  getBody(): string;
  /**
   * Replaces the blocks that differ from a merged text. Selection, scroll position and undo history stay.
   *
   * @param body current text, merged with other people's changes
   */
  applyMerged(body: string): void;
  /** Inserts an image at the cursor. */
  insertImage(image: EditorImage): void;
  focus(): void;
}

export interface StoryEditorProps {
  /** Initial Markdown; later values are ignored. */
  body: string;
  /** BCP 47 language of the text, for quotation marks and the spell checker. */
  language: string;
  isReadOnly: boolean;
  /** Called after each change. Call `getBody` only when needed, since it converts the whole text to Markdown. */
  onChange(): void;
  /** Called to show the library. The screen then calls `insertImage` with the chosen image. */
  onWantImage(): void;
  /** Stores dropped, pasted or photographed files; resolves to the images for the editor to insert. */
  onFiles(files: readonly File[]): Promise<EditorImage[]>;
  /** Called with the number of images that a paste could not include, for a message. */
  onMissingImages(count: number): void;
  /** Returns the address of an image's thumbnail in the desk. */
  getThumbnail(src: string): string;
  ref: Ref<StoryEditorHandle>;
}

/** Delay, in ms, from a change to the next count of the words. */
const COUNT_MS = 400;

type Opened = { type: "link"; place: LinkPlace } | { type: "player" } | { type: "find"; text: string };

export function StoryEditor(props: StoryEditorProps) {
  const { language, isReadOnly, ref } = props;
  const texts = getTexts().editor;
  const latest = useRef(props);
  const mount = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const isFocusDue = useRef(false);
  const counting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [active, setActive] = useState(NOTHING_ACTIVE);
  const [opened, setOpened] = useState<Opened | null>(null);
  /** Markdown of the text when the Markdown mode was opened; null outside of this mode. */
  const [markdown, setMarkdown] = useState<string | null>(null);
  const [words, setWords] = useState(() => countWords(props.body));
  const [message, setMessage] = useState("");

  useEffect(() => {
    latest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor is opened once; what changes is in `latest`
  useEffect(() => {
    const element = mount.current;
    if (!element) return;
    const created = createEditor(element, props.body, language, {
      isReadOnly: () => latest.current.isReadOnly,
      onUpdate(state, isChanged) {
        const next = findActive(state);
        setActive((old) => (isSameActive(old, next) ? old : next));
        if (!isChanged) return;
        countLater();
        latest.current.onChange();
      },
      onFiles: (files) => latest.current.onFiles(files),
      onMissingImages: (count) => latest.current.onMissingImages(count),
      onSource: () => setMessage(getTexts().editor.becameSource),
      openLink,
      openFind,
      getThumbnail: (src) => latest.current.getThumbnail(src),
    });
    editor.current = created;
    setWords(created.countWords());
    return () => {
      clearTimeout(counting.current);
      created.destroy();
    };
  }, []);
  useEffect(() => {
    editor.current?.view.setProps({});
    void isReadOnly;
  }, [isReadOnly]);
  // Moves the focus back to the text as soon as a dialog or the Markdown mode has closed, so that no key is lost.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    focus();
  });
  useImperativeHandle(ref, () => ({
    getBody: () => field.current?.value ?? editor.current?.getBody() ?? latest.current.body,
    applyMerged(body) {
      if (field.current) replaceDifference(field.current, body);
      else editor.current?.setBody(body, true);
    },
    insertImage(image) {
      isFocusDue.current = true;
      if (field.current) insertSource(writeImageSource(image));
      else editor.current?.insertImages([image]);
    },
    focus,
  }));

  const runFind: FindRun = useCallback((change) => {
    const view = editor.current?.view;
    if (!view) return undefined;
    const tr = change(view.state);
    if (tr) view.dispatch(tr);
    // Scrolls to the match here, since the view scrolls to its selection only while the view has the focus.
    view.dom.querySelector(`.${textCss.current}`)?.scrollIntoView({ block: "nearest" });
    return view.state;
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles shortcuts of the editor in this element
    <div className={css.editor} onKeyDown={focusToolbar}>
      <Toolbar
        ref={toolbar}
        active={opened?.type === "find" ? { ...active, isInTable: false } : active}
        isMarkdown={markdown !== null}
        isDisabled={isReadOnly}
        onTool={runTool}
      />
      {opened?.type === "find" && <FindBar run={runFind} text={opened.text} onClose={close} />}
      <div ref={mount} className={`${css.mount} ${textCss.text}`} data-field="text" hidden={markdown !== null} />
      {markdown !== null && (
        <MarkdownText
          ref={field}
          body={markdown}
          language={language}
          isReadOnly={isReadOnly}
          onInput={changeMarkdown}
        />
      )}
      <p className={css.length}>{words > 0 && texts.length(words, toReadMinutes(words))}</p>
      <p role="status" className={css.message}>
        {message}
      </p>
      {opened?.type === "link" && (
        <LinkDialog place={opened.place} onSave={saveLink} onRemove={dropLink} onClose={close} />
      )}
      {opened?.type === "player" && <PlayerDialog onInsert={insertPlayer} onClose={close} />}
    </div>
  );

  function focus() {
    if (field.current) field.current.focus();
    else editor.current?.view.focus();
  }

  function close() {
    isFocusDue.current = true;
    setOpened(null);
  }

  function countLater() {
    clearTimeout(counting.current);
    counting.current = setTimeout(() => {
      setWords(field.current ? countWords(field.current.value) : (editor.current?.countWords() ?? 0));
    }, COUNT_MS);
  }

  function changeMarkdown() {
    countLater();
    props.onChange();
  }

  function focusToolbar(event: KeyboardEvent) {
    if (event.key !== "F10" || !event.altKey) return;
    event.preventDefault();
    toolbar.current?.querySelector<HTMLButtonElement>("button[tabindex='0']")?.focus();
  }

  function openLink() {
    if (field.current) {
      const { selectionStart: from, selectionEnd: to, value } = field.current;
      return setOpened({ type: "link", place: { from, to, href: "", text: value.slice(from, to) } });
    }
    const view = editor.current?.view;
    const place = view && findLinkPlace(view.state);
    if (place) setOpened({ type: "link", place });
  }

  function openFind() {
    const view = editor.current?.view;
    if (!view) return;
    const { from, to } = view.state.selection;
    setOpened({ type: "find", text: view.state.doc.textBetween(from, to, "\n").split("\n")[0] ?? "" });
  }

  function runTool(name: ToolName | TableToolName) {
    const view = editor.current?.view;
    if (!view) return;
    switch (name) {
      case "link":
        return openLink();
      case "find":
        return openFind();
      case "player":
        return setOpened({ type: "player" });
      case "image":
        return props.onWantImage();
      case "markdown":
        return toggleMarkdown();
    }
    if (!field.current) {
      COMMANDS[name](view.state, view.dispatch, view);
      view.focus();
    } else if (name === "strong" || name === "em") toggleSigns(field.current, name);
  }

  function toggleMarkdown() {
    setOpened(null);
    if (markdown === null) return setMarkdown(editor.current?.getBody() ?? "");
    editor.current?.setBody(field.current?.value ?? markdown, false);
    isFocusDue.current = true;
    setMarkdown(null);
  }

  function insertSource(source: string) {
    if (field.current) replaceSelected(field.current, source);
  }

  function saveLink(href: string, text: string) {
    const view = editor.current?.view;
    if (opened?.type === "link" && field.current) insertSource(writeLinkSource(href, text));
    else if (opened?.type === "link" && view) view.dispatch(setLink(view.state.tr, opened.place, href, text));
    close();
  }

  function dropLink() {
    const view = editor.current?.view;
    if (opened?.type === "link" && view) view.dispatch(removeLink(view.state.tr, opened.place));
    close();
  }

  function insertPlayer(href: string, title: string) {
    const view = editor.current?.view;
    view?.dispatch(insertBlocks(view.state.tr, [getNodeType("player").create({ href, title })]));
    close();
  }
}
