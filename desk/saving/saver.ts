import { type Backoff, backoffMs } from "../../core/backoff.ts";
import type { Conflict } from "../../core/markdown/mergeBodies.ts";
import type { Copy, SaveAnswer } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { RequestError } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { createDeviceQueue } from "./deviceQueue.ts";
import type { Base, KeptCopy, Pending } from "./keptCopies.ts";
import { dropBlocks, isSameContent, mergeContents } from "./mergeContents.ts";
import { readFailure } from "./saveFailures.ts";
import type { SavedCopy, SaverParts } from "./saverParts.ts";
import { createViewStore, type SaveState } from "./saveState.ts";
import { isMuchShorter } from "./shrinking.ts";

/** Delay, in ms, from typing to the write to the device. The delay and the write must together take less than 1 s. */
const DEVICE_DELAY_MS = 500;
/** Delay, in ms, from the most recent change to the request. */
const IDLE_MS = 1500;
/** Longest delay, in ms, from the first unsent change to its request, so that the server has the change within 5 s. */
const MAX_DELAY_MS = 4000;
const RETRIES: Backoff = { firstMs: 1000, maxMs: 10_000 };
export type Saver = ReturnType<typeof createSaver>;

/** Saves typed text: on this device within 1 s, on the server within 5 s. Uses the browser only through `parts`. */
export function createSaver(parts: SaverParts) {
  const { clock } = parts;
  let { id } = parts;
  const device = createDeviceQueue(parts.device);
  let base: Base = { revision: parts.copy.revision, content: parts.copy.content };
  let { savedAt } = parts.copy;
  /** Current content. Its body is the text that was last read from the editor. */
  let content = base.content;
  /** True if the editor's text has changed since it was last read. */
  let isTextStale = false;
  let pending: Pending | null = null;
  let isSending = false;
  /** True if requests must include the content of the base revision, since the server may have deleted it. */
  let mustSendBase = false;
  let problem: SaveState | null = null;
  let failures = 0;
  let firstUnsentAt: number | null = null;
  let isShrinkMeant = false;
  /** Last body before the text shrank. */
  let longBody = content.body;
  let isApplying = false;
  let isStarted = false;
  let isEditorGone = false;
  let isStopped = false;
  /** Number of changes. `safeChanges` counts the changes that the device or the server has stored. */
  let changes = 0;
  let safeChanges = 0;
  let cancelKeep: (() => void) | null = null;
  let cancelSend: (() => void) | null = null;
  const waiters: { resolve(revision: number): void; reject(error: unknown): void }[] = [];
  const view = createViewStore(content, getState);

  return {
    view,
    /** Starts saving. Merges the unsaved copy of a closed window, if any, with what was typed before the start. */
    start(kept: KeptCopy | null) {
      isStarted = true;
      if (kept) {
        ({ id, pending } = kept);
        const ancestor = base.content;
        ({ base } = kept);
        mustSendBase = true;
        changes++;
        adopt(ancestor, kept.content);
        view.show({ initial: content, isRestored: !isSameContent(content, ancestor) });
      }
      if (changes > 0) void run();
    },
    changeText() {
      isTextStale = true;
      if (!isApplying) noteChange();
    },
    changeFields(fields: Partial<Omit<CopyContent, "body">>) {
      content = { ...content, ...fields };
      view.show({ content });
      noteChange();
    },
    /** Merges the changes in a copy that somebody else has saved. */
    take(copy: SavedCopy & Pick<Copy, "savedBy">) {
      // Ignores the copy while a request is pending, since the response will include the copy.
      if (!isStarted || isStopped || pending || copy.revision <= base.revision) return;
      const ancestor = base.content;
      base = { revision: copy.revision, content: copy.content };
      ({ savedAt } = copy);
      adopt(ancestor, copy.content, [copy.savedBy]);
      finishStep();
    },
    /** Keeps one of the two texts of a conflict, or both if `kept` is missing. */
    settleConflict(conflict: Conflict, kept?: keyof Conflict) {
      view.removeConflict(conflict);
      if (!kept) return;
      read();
      const dropped = conflict[kept === "ours" ? "theirs" : "ours"];
      giveToEditor({ ...content, body: dropBlocks(content.body, dropped) });
      noteChange();
    },
    confirmShrink(isMeant: boolean) {
      isShrinkMeant = isMeant;
      if (!isMeant) giveToEditor({ ...content, body: longBody });
      void run();
    },
    retry() {
      if (problem) void run();
    },
    /** Saves unsaved changes. Resolves to the revision on the server. @throws {RequestError} */
    flush(): Promise<number> {
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject });
        void run();
      });
    },
    /** Writes unsaved changes to the device at once, for example before the window is closed. */
    keep,
    /** Returns true if a change is stored neither on the device nor on the server. */
    isAtRisk: () => changes > safeChanges,
    getRevision: () => base.revision,
    /** Stops using the editor. Unsaved changes are saved in the background. */
    leave() {
      read();
      isEditorGone = true;
      void keep();
      void run();
    },
    /** Stops saving. Resolves to the unsaved copy, for the next screen of the story; null if all is saved. */
    async stop(): Promise<KeptCopy | null> {
      const isNeeded = pending !== null || isUnsaved();
      const written = keep();
      isStopped = true;
      cancelSend?.();
      await written;
      return isNeeded ? toKeptCopy() : null;
    },
  };

  function getState(): SaveState {
    if (problem?.type === "signed out") return problem;
    if (!pending && isShrunk()) return { type: "shrank", from: base.content.body.length, to: content.body.length };
    if (problem) return problem;
    return pending || isUnsaved() ? { type: "saving" } : { type: "saved", at: savedAt };
  }

  function isUnsaved(): boolean {
    return isTextStale || !isSameContent(content, base.content);
  }

  function isShrunk(): boolean {
    return !isShrinkMeant && isMuchShorter(content.body, base.content.body);
  }

  /** Reads the editor's text if it has changed. */
  function read(): void {
    if (!isTextStale || isEditorGone) return;
    isTextStale = false;
    content = { ...content, body: parts.getBody() };
    if (!isShrunk()) longBody = content.body;
  }

  function noteChange(): void {
    changes++;
    firstUnsentAt ??= clock.now();
    cancelKeep ??= clock.after(DEVICE_DELAY_MS, () => void keep());
    scheduleSend();
    view.show();
  }

  function scheduleSend(): void {
    // Schedules no request while another is pending. While the person is signed out, the server would reject a request.
    if (isSending || pending || problem?.type === "signed out") return;
    firstUnsentAt ??= clock.now();
    cancelSend?.();
    const delayMs = Math.min(IDLE_MS, firstUnsentAt + MAX_DELAY_MS - clock.now());
    cancelSend = clock.after(Math.max(0, delayMs), () => void run());
  }

  function toKeptCopy(): KeptCopy {
    return { id, at: clock.now(), content, base, pending };
  }

  async function keep(): Promise<void> {
    cancelKeep?.();
    cancelKeep = null;
    // Before `start`, the id of the record to write is not known.
    if (!isStarted || isStopped) return;
    read();
    const counted = changes;
    const isNeeded = pending !== null || isUnsaved();
    const isDeviceWorking = await device.write(toKeptCopy(), isNeeded);
    if (isDeviceWorking || !isNeeded) safeChanges = Math.max(safeChanges, counted);
    view.show({ isDeviceWorking });
  }

  /** Sends unsaved changes, unless a request is under way. */
  async function run(): Promise<void> {
    if (isSending || !isStarted || isStopped) return;
    cancelSend?.();
    cancelSend = null;
    if (!pending) {
      read();
      if (!isUnsaved() || isShrunk()) return finishStep();
      pending = { key: parts.createKey(), content };
      firstUnsentAt = null;
    }
    const { key, content: sent } = pending;
    isSending = true;
    view.show();
    // Writes the record on the device before the request. If this window closes, the story's next window reads the
    // record, and repeats the request with the same key.
    await keep();
    const request = { key, baseRevision: base.revision, content: sent };
    const answer = await parts.send(mustSendBase ? { ...request, base: base.content } : request).catch(toError);
    isSending = false;
    if (isStopped) return;
    if (answer instanceof Error) fail(answer, sent);
    else confirm(sent, answer);
  }

  function confirm(sent: CopyContent, answer: SaveAnswer): void {
    const { revision, merged } = answer;
    pending = null;
    mustSendBase = false;
    isShrinkMeant = false;
    base = { revision, content: merged?.content ?? sent };
    ({ savedAt } = answer);
    if (merged) {
      view.addConflicts(merged, merged.by);
      adopt(sent, merged.content, merged.by);
    }
    finishStep();
  }

  /** Continues with the next step after a request or a merge. */
  function finishStep(): void {
    problem = null;
    failures = 0;
    if (!isUnsaved()) {
      firstUnsentAt = null;
      for (const { resolve } of waiters.splice(0)) resolve(base.revision);
    } else if (isShrunk()) rejectWaiters(new RequestError(0, getTexts().saving.answerFirst));
    else if (waiters.length > 0 || isEditorGone) void run();
    else scheduleSend();
    if (!isSending) void keep();
    view.show();
  }

  function fail(error: Error, sent: CopyContent): void {
    if (error instanceof RequestError && error.status === 409 && !mustSendBase) {
      mustSendBase = true;
      void run();
      return;
    }
    const failure = readFailure(error);
    ({ problem } = failure);
    if (!failure.isRetried) {
      // The server rejected this content, so the next request waits for a change.
      pending = null;
      if (isTextStale || !isSameContent(content, sent)) scheduleSend();
      void keep();
    } else if (problem.type !== "signed out")
      cancelSend = clock.after(backoffMs(++failures, RETRIES), () => void run());
    rejectWaiters(error);
    view.show();
  }

  function rejectWaiters(error: Error): void {
    for (const { reject } of waiters.splice(0)) reject(error);
  }

  /** Merges the changes from `ancestor` to `theirs` into the content. If the body changes, updates the editor. */
  function adopt(ancestor: CopyContent, theirs: CopyContent, by: readonly string[] = []): void {
    read();
    const merged = mergeContents(ancestor, content, theirs);
    view.addConflicts(merged, by);
    giveToEditor(merged.content);
  }

  function giveToEditor(next: CopyContent): void {
    const isSameBody = next.body === content.body;
    content = next;
    if (!isShrunk()) longBody = content.body;
    view.show({ content });
    if (isSameBody || isEditorGone) return;
    isApplying = true;
    parts.applyMerged(next.body);
    isApplying = false;
    // An editor that is still loading does not report changes of its text, so the text is read here.
    read();
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
