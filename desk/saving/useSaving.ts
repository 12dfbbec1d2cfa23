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
  /** Other people who have the story open. */
  people: Presence[];
  clearConflicts(): void;
  /** Keeps one of the two texts of a conflict, or both if `kept` is missing. */
  settleConflict(conflict: Conflict, kept?: keyof Conflict): void;
  /** Hides the notice that a text was restored from this device. */
  dismissRestored(): void;
  /** Changes fields other than the text. */
  changeFields(fields: Partial<Omit<CopyContent, "body">>): void;
  /** Records that the text has changed. The saver reads the new text with `getBody`. */
  changeText(): void;
  /** Answers the question about a text that shrank. @param isMeant true to keep the short text */
  confirmShrink(isMeant: boolean): void;
  /** Repeats the failed request at once, for example after sign-in. */
  retry(): void;
  /** Saves unsaved changes. Resolves to the revision on the server. @throws {RequestError} */
  flush(): Promise<number>;
}

export interface SavingOptions {
  edition: string;
  story: StoryView;
  /** Returns the editor's text. */
  getBody(): string;
  /** Puts a text that was merged with others' changes into the editor. */
  applyMerged(body: string): void;
  /** Called when others have changed the story's state. */
  onStateChange(): void;
}

/** Saves typed text: on this device within 1 s, on the server within 5 s. */
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
  // Uses a layout effect, since its cleanup can still read the editor's text.
  useLayoutEffect(open, [open]);
  useLayoutEffect(() => {
    latest.current = options;
  });
  // Takes the changed `story.copy` after the screen has restored a version.
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

  /** Merges a copy that others have saved. Does nothing during a save: the save's response will include the copy. */
  async function takeCopy(revision: number): Promise<void> {
    if (revision <= saver.getRevision() || saver.view.get().state.type !== "saved") return;
    const read = call((api) => api[":edition"].stories[":id"].$get({ param }));
    // Ignores a failed request, since the response to this person's next save will include the others' copy.
    const current = await read.catch(() => null);
    if (current) saver.take(current.copy);
  }
}

/** Saves when the window is hidden, shown or closed, and when the device comes online. Returns a cleanup function. */
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
