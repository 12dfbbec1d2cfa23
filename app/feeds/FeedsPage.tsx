import { useState } from "react";
import { buildFeed } from "../../core/feed/build.ts";
import type { OutgoingFeed } from "../../core/feed/feed.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import { CardList } from "../news/Card.tsx";
import type { Route } from "../routes/+types/feeds";
import button from "../ui/Button.module.css";
import { copyText } from "../ui/copyText.ts";
import { Link } from "../ui/Link.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import builder from "./FeedBuilder.module.css";
import list from "./FeedList.module.css";
import styles from "./FeedsPage.module.css";

/** The URL of a built feed is revoked after this delay, in ms. By then, even a slow browser has opened the feed. */
const URL_LIFETIME_MS = 60_000;

/** File names of the formats, in the same order as in the text `formatsNote`. */
const FILES = ["rss.xml", "atom.xml", "feed.json"].map((file) => <code key={file}>{file}</code>);

/** The feeds page: instructions, the addresses of the feeds, and the newest stories. */
export function FeedsPage({ loaderData: { bundle, newest }, matches: [root] }: Route.ComponentProps) {
  const { feeds } = usePageTexts();
  const { edition, siteUrl } = root.loaderData;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{feeds.title}</h1>
        <p>{feeds.intro}</p>
      </header>
      <div className={styles.columns}>
        <div className={styles.main}>
          <section aria-labelledby="follow">
            <h2 id="follow">{feeds.how}</h2>
            <ol className={styles.steps}>
              {feeds.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p className={styles.note}>{feeds.note}</p>
          </section>
          <section aria-labelledby="addresses">
            <h2 id="addresses">{feeds.addresses}</h2>
            <FeedList edition={edition} siteUrl={siteUrl} />
          </section>
          <section aria-labelledby="formats">
            <h2 id="formats">{feeds.formats}</h2>
            <p className={styles.note}>
              <RichText text={feeds.formatsNote} parts={[...FILES, (text) => <Link to="/sources">{text}</Link>]} />
            </p>
            <ul className={styles.lists}>
              <li>
                <a href="/sections.opml">{feeds.ours}</a>
              </li>
              <li>
                <a href="/sources.opml">{feeds.followed}</a>
              </li>
            </ul>
          </section>
        </div>
        <div className={styles.rail}>
          <section aria-labelledby="newest">
            <h2 id="newest">{feeds.now}</h2>
            {newest.length > 0 ? (
              <CardList stories={newest} shape="line" hasSection className={styles.preview} />
            ) : (
              <p className={styles.note}>{feeds.none}</p>
            )}
          </section>
          {bundle.items.length > 0 && <FeedBuilder bundle={bundle} />}
        </div>
      </div>
    </div>
  );
}

/** URLs of the main feed and the sections' feeds, with copy buttons. Without JavaScript, readers select a URL. */
function FeedList({ edition: { name, sections }, siteUrl }: { edition: PublicEdition; siteUrl: string }) {
  const { feeds: texts, allSections } = usePageTexts();
  const hasScripts = useHasScripts();
  const [lastCopy, setLastCopy] = useState<{ title: string; url: string; isCopied: boolean } | null>(null);
  const feeds = [
    { title: allSections, url: `${siteUrl}/rss.xml` },
    ...sections.map((section) => ({ title: section.name, url: `${siteUrl}${section.href}/rss.xml` })),
  ];
  return (
    <>
      <ul className={list.list} aria-label={texts.listOf(name)}>
        {feeds.map(({ title, url }) => (
          <li key={url}>
            <span className={list.title}>{title}</span>
            <code className={list.url}>{url}</code>
            {hasScripts && (
              <button
                type="button"
                className={list.copy}
                data-unprinted=""
                aria-label={texts.copyAddress(title)}
                onClick={async () => setLastCopy({ title, url, isCopied: await copyText(url) })}
              >
                {lastCopy?.isCopied && lastCopy.url === url ? texts.copied : texts.copy}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={list.status} role="status">
        {lastCopy && (lastCopy.isCopied ? texts.copiedTitle(lastCopy.title) : texts.notCopied(lastCopy.title))}
      </p>
    </>
  );
}

/** A button that builds a feed from the page's articles, without using the network (specification, section 2). */
function FeedBuilder({ bundle }: { bundle: OutgoingFeed }) {
  const texts = usePageTexts().feeds;
  const hasScripts = useHasScripts();
  const [outcome, setOutcome] = useState("");
  return (
    <section className={builder.builder} data-unprinted="" aria-labelledby="make">
      <h2 id="make">{texts.build}</h2>
      <p>{texts.buildNote(bundle.items.length)}</p>
      {hasScripts ? (
        <button
          type="button"
          className={button.strong}
          onClick={() => setOutcome(openInTab(bundle) ? texts.built(bundle.items.length) : texts.blocked)}
        >
          {texts.generate}
        </button>
      ) : (
        <noscript>
          <p className={builder.noScript}>{texts.noScript}</p>
        </noscript>
      )}
      <p className={builder.outcome} role="status">
        {outcome}
      </p>
    </section>
  );
}

/** Opens a feed in a new tab; returns false if the browser blocked the tab. */
function openInTab({ channel, items }: OutgoingFeed): boolean {
  const xml = buildFeed({ channel: { ...channel, changedAt: new Date().toISOString() }, items }, "rss");
  // Browsers display application/xml, but download application/rss+xml.
  const url = URL.createObjectURL(new Blob([xml], { type: "application/xml" }));
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
  return window.open(url, "_blank") !== null;
}
