import { createContext, type MouseEvent, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { readChoice } from "../ui/theme.ts";
import { SEARCH_FIELD_ID } from "./SearchForm.tsx";

/** Opens the search dialog; null where there is none, and links to /search are followed. */
const OpenSearch = createContext<(() => void) | null>(null);
export const OpenSearchProvider = OpenSearch.Provider;

/** Elements in which "/" is typed. */
const TEXT_FIELDS = "input, select, textarea, [contenteditable]";

/** State of the search dialog, which "/", Control-K and Command-K open on every page. */
export function useSearchDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();

  const open = useCallback(() => {
    // The search page has a field of its own.
    const field = document.getElementById(SEARCH_FIELD_ID);
    if (field) field.focus();
    else if (!dialog.current?.open && !document.querySelector("dialog[open]")) {
      document.querySelector<HTMLElement>(":popover-open")?.hidePopover();
      dialog.current?.showModal();
      setOpen(true);
    }
  }, []);

  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.repeat) return;
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash =
        event.key === "/" &&
        !event.ctrlKey &&
        !event.metaKey &&
        !isTextField(event.target) &&
        readChoice("keys") === "on";
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", openByKey);
    return () => document.removeEventListener("keydown", openByKey);
  }, [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes it when the page changes
  useEffect(() => dialog.current?.close(), [pathname]);

  return { dialog, isOpen, open, onClose: () => setOpen(false) };
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELDS) !== null;
}

/** Returns a click handler that opens the dialog instead of following a link, except into a new tab or window. */
export function useSearchLink() {
  const open = useContext(OpenSearch);
  return (event: MouseEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    open();
  };
}
