import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { readChoice } from "../ui/theme.ts";
import { SEARCH_FIELD_ID } from "./SearchForm.tsx";

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
      const isSlash = event.key === "/" && !(event.ctrlKey || event.metaKey) && readChoice("keys") === "on";
      if (!isCommand && !(isSlash && !isTextField(event.target))) return;
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
