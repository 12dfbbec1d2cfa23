import { useState } from "react";
import type { SectionLink } from "../../server/editions/public.ts";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./FeedList.module.css";

interface FeedListProps {
  name: string;
  sections: SectionLink[];
  siteUrl: string;
}

interface Attempt {
  address: string;
  hasWorked: boolean;
}

/** The address of every feed, each with a button that copies it. Without JavaScript, addresses are selected by hand. */
export function FeedList({ name, sections, siteUrl }: FeedListProps) {
  const hasScripts = useHasScripts();
  const [last, setLast] = useState<Attempt | null>(null);
  const feeds = [
    { title: "All sections", address: `${siteUrl}/rss.xml` },
    ...sections.map((section) => ({ title: section.name, address: `${siteUrl}${section.href}/rss.xml` })),
  ];
  const copied = feeds.find(({ address }) => address === last?.address);
  return (
    <>
      <ul className={styles.list} aria-label={`Feeds of ${name}`}>
        {feeds.map(({ title, address }) => (
          <li key={address}>
            <span className={styles.title}>{title}</span>
            <code className={styles.address}>{address}</code>
            {hasScripts && (
              <button
                type="button"
                className={styles.copy}
                aria-label={`Copy the address: ${title}`}
                onClick={async () => setLast({ address, hasWorked: await copy(address) })}
              >
                {last?.hasWorked && last.address === address ? "Copied" : "Copy"}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.status} role="status">
        {copied &&
          (last?.hasWorked
            ? `Copied: ${copied.title}.`
            : `Your browser does not let this page copy. Select the address beside ${copied.title} and copy it.`)}
      </p>
    </>
  );
}

/** Browsers have a clipboard on secure pages alone, and a reader may have forbidden it. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
