import type { Conflict } from "../../core/markdown/mergeBodies.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";

/** State of saving for the screen: `saved` only after the server has confirmed the revision. */
export type SaveState =
  | { type: "saved"; at: string }
  | { type: "saving" }
  /** Saved on this device until the desk can be reached. */
  | { type: "offline" }
  | { type: "failed"; why: string }
  /** The session has ended; a dialog over the editor asks the person to sign in. */
  | { type: "signed out" }
  /** The text shrank by 80 % or more and is saved on this device. A dialog asks if the text should stay this short. */
  | { type: "shrank"; from: number; to: number };

/** Everything that the screen shows about saving. Each change creates a new object. */
export interface SaverView {
  /** Initial content: the server's copy, or a newer copy from this device. */
  initial: CopyContent;
  /** Current fields. `body` may be out of date, since only the editor has the current text. */
  content: CopyContent;
  state: SaveState;
  /** True once an unsaved text of a closed window was restored from this device. */
  isRestored: boolean;
  /** False if this device can't store anything, for example on a full disk. */
  isDeviceWorking: boolean;
  /** Places of the text that both this person and others changed. The body contains both texts. */
  conflicts: Conflict[];
  /** Fields, other than the text, that both this person and others changed. Each field has this person's value. */
  fieldConflicts: string[];
  /** Names of the people whose changes conflict with this person's changes. */
  conflictsWith: string[];
}

/** Creates a store that holds the view, and tells React when the view changes. */
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

  /** Updates the view, and tells React if anything has changed. */
  function show(changed: Partial<SaverView> = {}): void {
    const state = getState();
    const isSameState = JSON.stringify(state) === JSON.stringify(view.state);
    const names = Object.keys(changed) as (keyof SaverView)[];
    if (isSameState && names.every((name) => changed[name] === view[name])) return;
    view = { ...view, ...changed, state };
    for (const listener of listeners) listener();
  }
}
