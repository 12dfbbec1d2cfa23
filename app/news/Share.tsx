import { type ReactNode, useState } from "react";
import { copyText } from "../ui/copyText.ts";
import { Link2, Mail, Share2 } from "../ui/icons.tsx";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./Share.module.css";

interface ShareProps {
  title: string;
  /** The page's absolute URL. */
  url: string;
  /** Further actions, before those for sharing. */
  children?: ReactNode;
}

/** Shares a page by the device's share sheet, the clipboard or e-mail. Without JavaScript only e-mail is left. */
export function Share({ title, url, children }: ShareProps) {
  const isHydrated = useHasScripts();
  const canShare = isHydrated && "share" in navigator;
  // Browsers offer the clipboard in secure contexts only.
  const canCopy = isHydrated && "clipboard" in navigator;
  const [outcome, setOutcome] = useState("");

  async function copy() {
    setOutcome((await copyText(url)) ? "Link copied" : "The link could not be copied");
  }

  return (
    <section className={styles.share} aria-label="Share this story">
      {children}
      {canShare && (
        <button type="button" onClick={() => void navigator.share({ title, url }).catch(() => {})}>
          <Share2 size={16} />
          Share
        </button>
      )}
      {canCopy && (
        <button type="button" onClick={() => void copy()}>
          <Link2 size={16} />
          Copy link
        </button>
      )}
      <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\r\n\r\n${url}`)}`}>
        <Mail size={16} />
        E-mail
      </a>
      <p role="status">{outcome}</p>
    </section>
  );
}
