import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { useHasScripts } from "../ui/useHydrated.ts";
import { wordsOfTime } from "./cachedAt.ts";
import { type KeptPage, readKeptPages } from "./cachedPages.ts";
import styles from "./OfflinePage.module.css";

/** What is shown without a connection in place of a page that is not on the device: what there is to read all the same. */
export function OfflinePage({ mine }: { mine: string }) {
  const wanted = useLocation().hash.slice(1);
  const hasScripts = useHasScripts();
  const [pages, setPages] = useState<KeptPage[] | null>(null);
  useEffect(() => void readKeptPages().then(setPages), []);
  const stories = pages?.filter(({ path }) => path.startsWith("/article/")) ?? [];
  const others = pages?.filter(({ path }) => !path.startsWith("/article/")) ?? [];
  return (
    <div className={styles.page}>
      <h1 className={headings.large}>Not on this device</h1>
      <p className={headings.deck}>
        {wanted && hasScripts
          ? "The page that you asked for needs a connection, and there is none at the moment."
          : "This is what can be read here without a connection."}
      </p>
      <p className={styles.ways}>
        {wanted && hasScripts && (
          // A plain link: the whole page is asked for anew.
          <a className={button.strong} href={safePath(wanted)}>
            Try again
          </a>
        )}
        <a className={button.plain} href="/saved">
          {mine}
        </a>
      </p>
      {pages?.length === 0 && <p className={styles.none}>No page has been kept on this device so far.</p>}
      <PageList title="Stories" pages={stories} />
      <PageList title="Pages" pages={others} />
    </div>
  );
}

function PageList({ title, pages }: { title: string; pages: KeptPage[] }) {
  if (pages.length === 0) return null;
  return (
    <section className={styles.list} aria-labelledby={title}>
      <h2 id={title} className={headings.name}>
        {title}
      </h2>
      <ul>
        {pages.map(({ path, title, at }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <time dateTime={new Date(at).toISOString()}>Kept at {wordsOfTime(at, Date.now())}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An address of this site, whatever stands behind the hash. */
function safePath(encoded: string): string {
  try {
    // The whole address: a path may begin with two slashes, and would lead away by itself.
    const { origin, href } = new URL(decodeURIComponent(encoded), window.location.origin);
    return origin === window.location.origin ? href : "/";
  } catch {
    return "/";
  }
}
