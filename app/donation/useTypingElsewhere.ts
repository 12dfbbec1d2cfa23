import { useEffect, useState } from "react";

/** Between two fields, or while a reader reads what was typed, the form is still being filled in. */
const QUIET_MS = 5000;

const FIELDS = "input, select, textarea, [contenteditable]";

/** Whether the focus is in a field, or was less than five seconds ago. A frame counts, for there may be a form in it. */
export function useFieldInUse(): boolean {
  const [isInUse, setInUse] = useState(false);
  useEffect(() => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(quiet);
      if (document.activeElement?.matches(`${FIELDS}, iframe`)) setInUse(true);
      else quiet = setTimeout(() => setInUse(false), QUIET_MS);
    };
    look();
    // The focus that goes into a frame leaves the window.
    const events = [
      [document, "focusin"],
      [document, "focusout"],
      [window, "blur"],
      [window, "focus"],
    ] as const;
    // While one field is left for another, no element has the focus; the one after has it when its own event comes.
    for (const [target, event] of events) target.addEventListener(event, look);
    return () => {
      clearTimeout(quiet);
      for (const [target, event] of events) target.removeEventListener(event, look);
    };
  }, []);
  return isInUse;
}
