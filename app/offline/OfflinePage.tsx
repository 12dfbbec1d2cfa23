import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useReaderTexts } from "../language/readerTexts.ts";
import { useLanguage, useTexts } from "../language/texts.ts";
import button from "../ui/Button.module.css";
import headings from "../ui/Headings.module.css";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import { formatLocalTime } from "./localTime.ts";
import styles from "./OfflinePage.module.css";

interface CachedPage {
  path: string;
  /** Title without the edition's name. */
  title: string;
  /** Time at which the page was cached, in ms since 1970. */
  at: number;
}

/** Replaces an uncached page while offline, and lists the cached pages. The URL's hash is the missing page's path. */
export function OfflinePage({ savedPageTitle }: { savedPageTitle: string }) {
  const { news, tryAgain } = useTexts();
  const texts = useReaderTexts().offline;
  const missing = useLocation().hash.slice(1);
  const hasScripts = useHasScripts();
  const [pages, setPages] = useState<CachedPage[] | null>(null);
  useEffect(() => void readCachedPages().then(setPages), []);
  const stories = pages?.filter(({ path }) => path.startsWith("/article/")) ?? [];
  const others = pages?.filter(({ path }) => !path.startsWith("/article/")) ?? [];
  return (
    <div className={styles.page}>
      <h1>{texts.title}</h1>
      <p className={headings.deck}>{missing && hasScripts ? texts.missing : texts.list}</p>
      <p className={styles.actions}>
        {missing && hasScripts && (
          // A plain link instead of the router's link, so that the browser requests the whole document.
          <a className={button.strong} href={toSiteUrl(missing)}>
            {tryAgain}
          </a>
        )}
        <a className={button.plain} href="/saved">
          {savedPageTitle}
        </a>
      </p>
      {pages?.length === 0 && <p className={styles.empty}>{texts.none}</p>}
      <PageList title={news.stories} pages={stories} />
      <PageList title={texts.pages} pages={others} />
    </div>
  );
}

function PageList({ title, pages }: { title: string; pages: CachedPage[] }) {
  const language = useLanguage();
  const texts = useTexts();
  const { offline } = useReaderTexts();
  if (pages.length === 0) return null;
  return (
    <section className={styles.list} aria-labelledby={title}>
      <h2 id={title}>{title}</h2>
      <ul>
        {pages.map(({ path, title, at }) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <time dateTime={new Date(at).toISOString()}>
              {offline.saved(formatLocalTime(at, Date.now(), language, texts))}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Returns the pages to list, newest first. The names of the cache and its index are also in app/worker/cacheIndex.ts,
 * which pages cannot import.
 */
async function readCachedPages(): Promise<CachedPage[]> {
  try {
    const stored = await (await caches.open("kept")).match("/.kept");
    const index = ((await stored?.json()) ?? {}) as Record<string, { title?: string; at: number; until?: string }>;
    const now = new Date().toISOString();
    return Object.entries(index)
      .flatMap(([path, { title, at, until }]) =>
        title === undefined || isUnlisted(path) || (until !== undefined && until <= now)
          ? []
          : [{ path, title: toPlainTitle(title), at }],
      )
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** Returns true for pages that the list omits: two that are always cached, and the content of frames. */
function isUnlisted(path: string): boolean {
  return ["/offline", "/saved"].includes(path) || path.startsWith("/embed/");
}

function toPlainTitle(html: string): string {
  const text = new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
  return text.split(" | ").slice(0, -1).join(" | ") || text;
}

/** Returns the URL of the page that the hash names; "/" if the page is on another site or the hash is malformed. */
function toSiteUrl(hash: string): string {
  try {
    // Returns the whole URL, since a path that begins with two slashes would lead to another host.
    const { origin, href } = new URL(decodeURIComponent(hash), window.location.origin);
    return origin === window.location.origin ? href : "/";
  } catch {
    return "/";
  }
}
