import { createContext, type MouseEvent, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { readChoice } from "../ui/theme.ts";
import { SEARCH_FIELD_ID } from "./SearchForm.tsx";

/** Opens the search dialog; null where there is none, and a link to /search is just a link. */
const OpenSearch = createContext<(() => void) | null>(null);
export const SearchDoor = OpenSearch.Provider;

/** What takes a "/" itself. */
const TAKES_TEXT = "input, select, textarea, [contenteditable]";

/** The search dialog, which "/", and Ctrl-K or Command-K, open from everywhere. */
export function useSearchDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();

  const open = useCallback(() => {
    // The page of search has its field already.
    const field = document.getElementById(SEARCH_FIELD_ID);
    if (field) field.focus();
    else if (!dialog.current?.open && !document.querySelector("dialog[open]")) {
      document.querySelector<HTMLElement>(":popover-open")?.hidePopover();
      dialog.current?.showModal();
      setOpen(true);
    }
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !takesText(event.target) && hasKeys();
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new address that closes it
  useEffect(() => dialog.current?.close(), [pathname]);

  return { dialog, isOpen, open, onClose: () => setOpen(false) };
}

function hasKeys(): boolean {
  return readChoice("keys") === "on";
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_TEXT) !== null;
}

/** Has a link to the page of search open the dialog instead, where there is one and nothing else is asked of the link. */
export function useSearchLink() {
  const open = useContext(OpenSearch);
  return (event: MouseEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    open();
  };
}
