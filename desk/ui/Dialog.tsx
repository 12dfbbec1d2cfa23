import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { getTexts } from "../texts/texts.ts";
import { Button } from "./Button.tsx";
import css from "./Dialog.module.css";

interface DialogProps {
  title: string;
  /** Called for Escape and the close button. If undefined, the dialog stays until one of `actions` closes it. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons below the content, the main one last. */
  actions?: ReactNode;
  isWide?: boolean;
  /** True if the content has no control to focus. The content itself is focused instead, so that keys scroll it. */
  isText?: boolean;
}

/** A modal dialog, open while it is rendered. The browser keeps the focus inside, and returns the focus afterwards. */
export function Dialog({ title, onClose, children, actions, isWide = false, isText = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Uses a layout effect, since its cleanup runs while the element is still in the document. For an element outside the
  // document, the browser would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${css.dialog} ${isWide ? css.wide : ""}`}
      aria-labelledby={id}
      // If `onClose` is undefined, `closedby="none"` makes the browser ignore Escape. `onCancel` alone would not
      // suffice, since browsers close the dialog at the second Escape.
      closedby={onClose ? "closerequest" : "none"}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={css.header}>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <Button look="quiet" onClick={onClose}>
            {getTexts().shell.close}
          </Button>
        )}
      </div>
      <div className={css.content} {...(isText && { tabIndex: 0, role: "region", "aria-labelledby": id })}>
        {children}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </dialog>
  );
}
