import { useState } from "react";
import type { SectionLink } from "../../server/editions/public.ts";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./FeedList.module.css";

interface FeedListProps {
  name: string;
  sections: SectionLink[];
  siteUrl: string;
}

/** The URL of every feed with a copy button. Without JavaScript, readers select a URL by hand. */
export function FeedList({ name, sections, siteUrl }: FeedListProps) {
  const isHydrated = useHasScripts();
  const [lastCopy, setLastCopy] = useState<{ url: string; isCopied: boolean } | null>(null);
  const feeds = [
    { title: "All sections", url: `${siteUrl}/rss.xml` },
    ...sections.map((section) => ({ title: section.name, url: `${siteUrl}${section.href}/rss.xml` })),
  ];
  const lastFeed = feeds.find(({ url }) => url === lastCopy?.url);
  return (
    <>
      <ul className={styles.list} aria-label={`Feeds of ${name}`}>
        {feeds.map(({ title, url }) => (
          <li key={url}>
            <span className={styles.title}>{title}</span>
            <code className={styles.url}>{url}</code>
            {isHydrated && (
              <button
                type="button"
                className={styles.copy}
                aria-label={`Copy the address: ${title}`}
                onClick={async () => setLastCopy({ url, isCopied: await copy(url) })}
              >
                {lastCopy?.isCopied && lastCopy.url === url ? "Copied" : "Copy"}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.status} role="status">
        {lastFeed &&
          (lastCopy?.isCopied
            ? `Copied: ${lastFeed.title}.`
            : `Your browser does not let this page copy. Select the address beside ${lastFeed.title} and copy it.`)}
      </p>
    </>
  );
}

/** Returns false where the clipboard is missing, as on insecure pages, or denied. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
