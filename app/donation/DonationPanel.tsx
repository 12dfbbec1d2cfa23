import { useEffect, useRef } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import button from "../ui/Button.module.css";
import { X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./DonationPanel.module.css";

interface DonationPanelProps {
  donation: NonNullable<PublicEdition["donation"]>;
  isShown: boolean;
  /** Told whether the focus was in the panel, and is lost with it. */
  onClose: (hadFocus: boolean) => void;
}

/** Asks for a donation along the bottom edge. It takes no focus, holds up nothing, and is announced when there is a pause. */
export function DonationPanel({ donation: { title, text, uses, label, href }, isShown, onClose }: DonationPanelProps) {
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!isShown) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      // What lies over the panel is closed first.
      if (event.key !== "Escape" || document.querySelector(":popover-open, dialog[open]")) return;
      onClose(hasFocus(panel.current));
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [isShown, onClose]);

  return (
    <>
      {/* There before it has anything to say, or it would not be heard. */}
      <p role="status" className={hidden.visuallyHidden}>
        {isShown ? `${title}. A message has opened below the page; Escape closes it.` : ""}
      </p>
      {isShown && (
        <aside ref={panel} className={styles.panel} aria-labelledby="donation-title">
          <div className={styles.inner}>
            <div className={styles.words}>
              <h2 id="donation-title">{title}</h2>
              <p>{text}</p>
            </div>
            <ul className={styles.uses}>
              {uses.map((use) => (
                <li key={use}>{use}</li>
              ))}
            </ul>
            <p className={styles.ways}>
              <a className={button.strong} href={href} rel="noopener" onClick={() => onClose(false)}>
                {label}
              </a>
              <Link className={styles.more} to="/support" prefetch="intent">
                What it pays for
              </Link>
            </p>
            <button
              type="button"
              className={styles.close}
              aria-label="Close this message"
              onClick={() => onClose(hasFocus(panel.current))}
            >
              <X aria-hidden="true" size={22} strokeWidth={1.8} />
            </button>
          </div>
        </aside>
      )}
    </>
  );
}

function hasFocus(panel: HTMLElement | null): boolean {
  return Boolean(panel?.contains(document.activeElement));
}
