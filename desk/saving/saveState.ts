import type { Conflict } from "../../core/markdown/mergeBodies.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

/** State of saving, as the screen says it. `saved` only after the server has confirmed the revision. */
export type SaveState =
  | { type: "saved"; at: string }
  | { type: "saving" }
  /** Kept on this device until the desk can be reached. */
  | { type: "offline" }
  | { type: "failed"; why: string }
  /** The session has ended; a dialog over the editor asks to sign in. */
  | { type: "signed out" }
  /** The text shrank by 80 %: saved on this device, and the person is asked. */
  | { type: "shrank"; from: number; to: number };

/** State of saving, for the screen. A new object after each change. */
export interface SaverView {
  /** Content at first: the copy of the server, or a newer one that this device has kept. */
  initial: CopyContent;
  /** The current fields, without a body that is up to date. */
  content: CopyContent;
  state: SaveState;
  /** True once the text of a window that was closed has been restored from this device. */
  isRestored: boolean;
  /** False if this device keeps nothing, such as on a full disk. */
  isDeviceWorking: boolean;
  /** Texts that others and this person changed in the same place. Both are in the body. */
  conflicts: Conflict[];
  /** Fields beside the text that both changed. The later save is in force. */
  fieldConflicts: string[];
  /** Those who changed the same places. */
  conflictsWith: string[];
}

/** Holds the view for React. */
export function createViewStore(initial: CopyContent, getState: () => SaveState) {
  const listeners = new Set<() => void>();
  let view: SaverView = {
    initial,
    content: initial,
    state: getState(),
    isRestored: false,
    isDeviceWorking: true,
    conflicts: [],
    fieldConflicts: [],
    conflictsWith: [],
  };
  return {
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    show,
    clearConflicts: () => show({ conflicts: [], fieldConflicts: [], conflictsWith: [] }),
    dismissRestored: () => show({ isRestored: false }),
    removeConflict(conflict: Conflict) {
      show({ conflicts: view.conflicts.filter((other) => other !== conflict) });
    },
    addConflicts(found: Pick<SaverView, "conflicts" | "fieldConflicts">, by: readonly string[]) {
      if (found.conflicts.length + found.fieldConflicts.length === 0) return;
      show({
        conflicts: [...view.conflicts, ...found.conflicts],
        fieldConflicts: [...new Set([...view.fieldConflicts, ...found.fieldConflicts])],
        conflictsWith: [...new Set([...view.conflictsWith, ...by])],
      });
    },
  };

  /** Tells React of what has changed, if anything has. */
  function show(changed: Partial<SaverView> = {}): void {
    const state = getState();
    const isSameState = JSON.stringify(state) === JSON.stringify(view.state);
    const names = Object.keys(changed) as (keyof SaverView)[];
    if (isSameState && names.every((name) => changed[name] === view[name])) return;
    view = { ...view, ...changed, state };
    for (const listener of listeners) listener();
  }
}
