import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import { isResting, rememberClosing } from "./snooze.ts";
import { useFieldInUse } from "./useTypingElsewhere.ts";

/** Specification, section 9. */
const DELAY_MS = 30_000;

/** Opens the donation panel at once; null where there is none, and a link to /support is just a link. */
const OpenDonation = createContext<(() => void) | null>(null);
export const DonationDoor = OpenDonation.Provider;
export const useOpenDonation = () => useContext(OpenDonation);

/**
 * The donation panel: hidden, shown 30 s after the page is there, closed. It makes way while a form is being filled in.
 *
 * @param isOffered whether the edition asks for donations
 */
export function useDonationPanel(isOffered: boolean) {
  const [isWanted, setWanted] = useState(false);
  const isFieldInUse = useFieldInUse();
  const opener = useRef<Element | null>(null);

  useEffect(() => {
    if (!isOffered) return;
    const timer = setTimeout(() => setWanted((isWanted) => isWanted || !isResting(Date.now())), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOffered]);

  const open = useCallback(() => {
    opener.current = document.activeElement;
    setWanted(true);
  }, []);

  const close = useCallback((hadFocus: boolean) => {
    rememberClosing(Date.now());
    setWanted(false);
    if (!hadFocus) return;
    const back = opener.current?.isConnected ? opener.current : document.getElementById(CONTENT_ID);
    (back as HTMLElement | null)?.focus({ preventScroll: true });
  }, []);

  return { isShown: isWanted && !isFieldInUse, open, close };
}
