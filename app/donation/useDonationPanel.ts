import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";

/** Delay, in ms, before the panel opens (specification, section 9). */
const DELAY_MS = 30_000;
const SNOOZE_MS = 30 * 24 * 60 * 60 * 1000;
/** Key in localStorage for the panel's last closing, in ms since 1970. Do not change: readers' devices store it. */
const CLOSED_AT_KEY = "donation-closed-at";
/** Time, in ms, for which the reader still counts as typing after a field has lost the focus. */
const GRACE_MS = 5000;
/** Elements in which readers type. A frame may contain a form. */
const FIELDS = "input, select, textarea, [contenteditable], iframe";

/** Function that opens the donation panel in place of the page /support; null if the edition has no panel. */
const OpenDonation = createContext<(() => void) | null>(null);
export const OpenDonationProvider = OpenDonation.Provider;
export const useOpenDonation = () => useContext(OpenDonation);

/** While `isOffered`, opens the panel after 30 s unless it was closed in the last 30 days. Hides it during typing. */
export function useDonationPanel(isOffered: boolean) {
  const [isOpen, setOpen] = useState(false);
  const isTyping = useIsTyping();
  const opener = useRef<Element | null>(null);

  useEffect(() => {
    if (!isOffered) return;
    const timer = setTimeout(() => setOpen((isOpen) => isOpen || !isSnoozed(readClosedAt(), Date.now())), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOffered]);

  const open = useCallback(() => {
    opener.current = document.activeElement;
    setOpen(true);
  }, []);

  const close = useCallback((hadFocus: boolean) => {
    try {
      localStorage.setItem(CLOSED_AT_KEY, String(Date.now()));
    } catch {
      // If the browser cannot store the time, the panel stays closed only until the next page load.
    }
    setOpen(false);
    if (!hadFocus) return;
    const target = opener.current?.isConnected ? opener.current : document.getElementById(CONTENT_ID);
    (target as HTMLElement | null)?.focus({ preventScroll: true });
  }, []);

  return { isShown: isOffered && isOpen && !isTyping, open, close };
}

/**
 * Returns true for 30 days after the panel was closed. Times are in ms since 1970.
 *
 * @param closedAt 0 if the panel was never closed
 */
export function isSnoozed(closedAt: number, now: number): boolean {
  return closedAt > 0 && now - closedAt < SNOOZE_MS;
}

function readClosedAt(): number {
  try {
    return Number(localStorage.getItem(CLOSED_AT_KEY));
  } catch {
    return 0;
  }
}

/** Returns true while a field has the focus, and for 5 s afterwards. */
function useIsTyping(): boolean {
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
    // Listens to the window, too: when the focus moves into a frame, the only event may be the window's `blur`.
    for (const event of ["blur", "focus"]) window.addEventListener(event, update, { signal: unmount.signal });
    return () => {
      clearTimeout(timer);
      unmount.abort();
    };
  }, []);
  return isTyping;
}
