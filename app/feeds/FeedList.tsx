import { useState } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { copyText } from "../ui/copyText.ts";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./FeedList.module.css";

/** The URL of every feed with a copy button. Without JavaScript, readers select a URL by hand. */
export function FeedList({ edition: { name, sections }, siteUrl }: { edition: PublicEdition; siteUrl: string }) {
  const isHydrated = useHasScripts();
  const [lastCopy, setLastCopy] = useState<{ title: string; url: string; isCopied: boolean } | null>(null);
  const feeds = [
    { title: "All sections", url: `${siteUrl}/rss.xml` },
    ...sections.map((section) => ({ title: section.name, url: `${siteUrl}${section.href}/rss.xml` })),
  ];
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
                onClick={async () => setLastCopy({ title, url, isCopied: await copyText(url) })}
              >
                {lastCopy?.isCopied && lastCopy.url === url ? "Copied" : "Copy"}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.status} role="status">
        {lastCopy &&
          (lastCopy.isCopied
            ? `Copied: ${lastCopy.title}.`
            : `Your browser does not let this page copy. Select the address beside ${lastCopy.title} and copy it.`)}
      </p>
    </>
  );
}
