import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import { isSnoozed, readClosedAt, storeClosedAt } from "./snooze.ts";
import { useIsTyping } from "./useIsTyping.ts";

/** Specification, section 9. */
const DELAY_MS = 30_000;

/** Opens the donation panel; null where there is none, and links to /support are followed. */
const OpenDonation = createContext<(() => void) | null>(null);
export const DonationDoor = OpenDonation.Provider;
export const useOpenDonation = () => useContext(OpenDonation);

/**
 * State of the donation panel, which opens 30 s after the page unless it was closed within 30 days. It is hidden while the
 * reader types.
 *
 * @param isOffered true if the edition asks for donations
 */
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
    storeClosedAt(Date.now());
    setOpen(false);
    if (!hadFocus) return;
    const target = opener.current?.isConnected ? opener.current : document.getElementById(CONTENT_ID);
    (target as HTMLElement | null)?.focus({ preventScroll: true });
  }, []);

  return { isShown: isOpen && !isTyping, open, close };
}
