import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { getTexts } from "../texts/texts.ts";
import { Button } from "./Button.tsx";
import css from "./Dialog.module.css";

interface DialogProps {
  title: string;
  /** Called for Escape and the button that closes. Without it, the dialog stays until it is answered. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons below the content, the main one last. */
  actions?: ReactNode;
  isWide?: boolean;
  /** True if nothing in the content takes the focus, so that keys can scroll it. */
  isText?: boolean;
}

/** A modal dialog. It is open as long as it is rendered; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, actions, isWide = false, isText = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A layout effect ends before the element is removed: the browser only gives the focus back then.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? css.wide : css.dialog}
      aria-labelledby={id}
      // Without this, browsers close a dialog at the second Escape.
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
