import { useEffect, useState } from "react";

/** A reader who moves between two fields, or rereads one, is still filling in the form. */
const GRACE_MS = 5000;

/** A frame may contain a form. */
const FIELDS = "input, select, textarea, [contenteditable], iframe";

/** Returns true while a field has the focus, and for 5 s afterwards. */
export function useIsTyping(): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      if (document.activeElement?.matches(FIELDS)) setTyping(true);
      else timer = setTimeout(() => setTyping(false), GRACE_MS);
    };
    update();
    const unmount = new AbortController();
    for (const event of ["focusin", "focusout"]) document.addEventListener(event, update, { signal: unmount.signal });
    // Focus that moves into a frame leaves the window.
    for (const event of ["blur", "focus"]) window.addEventListener(event, update, { signal: unmount.signal });
    return () => {
      clearTimeout(timer);
      unmount.abort();
    };
  }, []);
  return isTyping;
}
