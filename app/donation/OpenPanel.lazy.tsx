import { useEffect, useRef } from "react";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { useTexts } from "../language/texts.ts";
import button from "../ui/Button.module.css";
import { X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./DonationPanel.module.css";

interface OpenPanelProps {
  donation: NonNullable<PublicEdition["donation"]>;
  onOpen: (isOpen: boolean) => void;
  /** `hadFocus` is true if the focus was in the panel, and must therefore move to another element. */
  onClose: (hadFocus: boolean) => void;
}

/** The contents of the donation panel, in a module that loads when the panel first opens. */
export function OpenPanel({ donation: { title, text, uses, label, href }, onOpen, onClose }: OpenPanelProps) {
  const { frame } = useTexts();
  const texts = usePageTexts().donation;
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    onOpen(true);
    return () => onOpen(false);
  }, [onOpen]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      // Escape first closes a popover or dialog over the panel.
      if (event.key !== "Escape" || document.querySelector(":popover-open, dialog[open]")) return;
      onClose(hasFocus(panel.current));
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);

  return (
    <aside ref={panel} className={styles.panel} data-unprinted="" aria-labelledby="donation-title">
      <div className={styles.content}>
        <div className={styles.text}>
          <h2 id="donation-title">{title}</h2>
          <p>{text}</p>
        </div>
        <ul className={styles.uses}>
          {uses.map((use) => (
            <li key={use}>{use}</li>
          ))}
        </ul>
        <p className={styles.actions}>
          {label && href && (
            <a className={button.strong} href={href} rel="noopener" onClick={() => onClose(false)}>
              {label}
            </a>
          )}
          <Link className={styles.more} to="/support" prefetch="intent">
            {texts.uses}
          </Link>
        </p>
        <button
          type="button"
          className={styles.close}
          aria-label={frame.closeMessage}
          onClick={() => onClose(hasFocus(panel.current))}
        >
          <X size={22} />
        </button>
      </div>
    </aside>
  );
}

function hasFocus(panel: HTMLElement | null): boolean {
  return Boolean(panel?.contains(document.activeElement));
}
