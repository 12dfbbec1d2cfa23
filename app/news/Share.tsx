import { type ReactNode, useState, useSyncExternalStore } from "react";
import { Link2, Mail, Share2 } from "../ui/icons.tsx";
import styles from "./Share.module.css";

interface ShareProps {
  title: string;
  /** The page's whole address. */
  url: string;
  /** What else may be done with the page, before the ways to pass it on. */
  children?: ReactNode;
}

const never = () => () => {};

/** Ways to pass a page on: the device's own sheet, the clipboard, e-mail. Without JavaScript e-mail alone. */
export function Share({ title, url, children }: ShareProps) {
  const canShare = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => false,
  );
  // Browsers give the clipboard to pages that were sent safely alone.
  const canCopy = useSyncExternalStore(
    never,
    () => "clipboard" in navigator,
    () => false,
  );
  const [said, say] = useState("");

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
    say(isCopied ? "Link copied" : "The link could not be copied");
  }

  return (
    <section className={styles.share} aria-label="Share this story">
      {children}
      {canShare && (
        <button type="button" onClick={() => void navigator.share({ title, url }).catch(() => {})}>
          <Share2 aria-hidden="true" size={16} strokeWidth={1.8} />
          Share
        </button>
      )}
      {canCopy && (
        <button type="button" onClick={() => void copy()}>
          <Link2 aria-hidden="true" size={16} strokeWidth={1.8} />
          Copy link
        </button>
      )}
      <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n\r\n${url}`)}`}>
        <Mail aria-hidden="true" size={16} strokeWidth={1.8} />
        E-mail
      </a>
      <p role="status">{said}</p>
    </section>
  );
}
