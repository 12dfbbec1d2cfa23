import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Conflict } from "../../core/markdown/mergeBodies.ts";
import type { Presence, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { call } from "../api.ts";
import { useMe } from "../me/useEdition.ts";
import { createBrowserParts, toKeptName } from "./browserParts.ts";
import { openSaver } from "./openSaver.ts";
import { createSaver, type Saver } from "./saver.ts";
import type { SaverParts } from "./saverParts.ts";
import type { SaverView } from "./saveState.ts";
import { useStoryEvents } from "./useStoryEvents.ts";

export interface Saving extends SaverView {
  /** Others who have the story open. */
  people: Presence[];
  clearConflicts(): void;
  /** Leaves one of the two texts of a conflict; both without `kept`. */
  settleConflict(conflict: Conflict, kept?: keyof Conflict): void;
  /** Hides the note that a text was restored from this device. */
  dismissRestored(): void;
  /** Changes fields beside the text. */
  changeFields(fields: Partial<Omit<CopyContent, "body">>): void;
  /** Says that the text has changed; it is read with `getBody` when it is stored. */
  changeText(): void;
  /** Answers the question about a text that shrank. */
  confirmShrink(isMeant: boolean): void;
  /** Tries again at once, such as after signing in. */
  retry(): void;
  /** Saves what is not saved. Resolves to the revision on the server. @throws {RequestError} */
  flush(): Promise<number>;
}

export interface SavingOptions {
  edition: string;
  story: StoryView;
  /** Returns the editor's text. */
  getBody(): string;
  /** Gives the editor the text that was merged with others' changes. */
  applyMerged(body: string): void;
  /** Called when the story's state has changed elsewhere. */
  onStateChange(): void;
}

/** Keeps what is typed: on this device within a second, on the server within five. */
export function useSaving(options: SavingOptions): Saving {
  const { edition, story } = options;
  const me = useMe();
  const latest = useRef(options);
  const [{ saver, open }] = useState(() => {
    const ofPerson = { person: me.id, edition, id: String(story.id) };
    const parts: SaverParts = {
      ...createBrowserParts(ofPerson),
      id: crypto.randomUUID(),
      copy: story.copy,
      getBody: () => latest.current.getBody(),
      applyMerged: (body) => latest.current.applyMerged(body),
    };
    const created = createSaver(parts);
    return { saver: created, open: () => openSaver(toKeptName(ofPerson), created, parts) };
  });
  const param = { edition, id: String(story.id) };
  const view = useSyncExternalStore(saver.view.subscribe, saver.view.get);
  const people = useStoryEvents({
    edition,
    id: story.id,
    onOpen: saver.retry,
    onEvent(event) {
      if (event.type === "revision") void takeCopy(event.revision);
      else if (event.type === "review" || event.state !== story.state || event.version !== story.version)
        options.onStateChange();
    },
  });
  // The editor can still be read when a layout effect ends, but not later.
  useLayoutEffect(open, [open]);
  useLayoutEffect(() => {
    latest.current = options;
  });
  // A version may have been restored.
  useEffect(() => saver.take(story.copy), [saver, story.copy]);
  useEffect(() => watchWindow(saver), [saver]);
  const others = people.filter(({ personId }) => personId !== me.id);
  const { changeFields, changeText, confirmShrink, flush, retry, settleConflict } = saver;
  const { clearConflicts, dismissRestored } = saver.view;
  const actions = {
    changeFields,
    changeText,
    confirmShrink,
    flush,
    retry,
    settleConflict,
    clearConflicts,
    dismissRestored,
  };
  return { ...view, ...actions, people: others };

  /** Merges what others have saved, unless this window saves and gets it with the answer. */
  async function takeCopy(revision: number): Promise<void> {
    if (revision <= saver.getRevision() || saver.view.get().state.type !== "saved") return;
    const read = call((api) => api[":edition"].stories[":id"].$get({ param }));
    // The next save brings it too.
    const current = await read.catch(() => null);
    if (current) saver.take(current.copy);
  }
}

/** Keeps and sends what is typed at what happens to the window. Returns a function that ends that. */
function watchWindow(saver: Saver): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener("online", () => saver.retry(), { signal });
  window.addEventListener("pagehide", () => void saver.keep(), { signal });
  document.addEventListener(
    "visibilitychange",
    () => (document.visibilityState === "hidden" ? void saver.keep() : saver.retry()),
    { signal },
  );
  window.addEventListener(
    "beforeunload",
    (event) => {
      if (!saver.isAtRisk()) return;
      event.preventDefault();
      void saver.keep();
    },
    { signal },
  );
  return () => ending.abort();
}
