import { useState } from "react";
import { buildFeed } from "../../core/feed/build.ts";
import type { OutgoingFeed } from "../../core/feed/feed.ts";
import type { PublicEdition } from "../../server/editions/public.ts";
import builder from "../feeds/FeedBuilder.module.css";
import list from "../feeds/FeedList.module.css";
import styles from "../feeds/FeedsPage.module.css";
import { CardList } from "../news/Card.tsx";
import { services } from "../services.ts";
import button from "../ui/Button.module.css";
import { copyText } from "../ui/copyText.ts";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import type { Route } from "./+types/feeds";

const PREVIEW_STORIES = 8;

/** Time before the URL of a built feed is revoked, in case the tab is slow to open. */
const URL_LIFETIME_MS = 60_000;

export async function loader({ context }: Route.LoaderArgs) {
  const { feeds, news } = context.get(services);
  const { stories } = await news.latest(PREVIEW_STORIES);
  // The feed has no samples.
  return { bundle: feeds.bundled(), newest: stories.filter(({ isSample }) => !isSample) };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name } = root.loaderData.edition;
  return createHead(root.loaderData, {
    title: "RSS Feeds",
    description: `RSS feeds from ${name}: one for all the news and one for each section, and how to follow them in a feed reader.`,
    path: "/rss.xml",
    feed: { title: name, base: "" },
  });
};

/** The feeds page: instructions, the addresses of the feeds, and the newest stories. */
export default function Feeds({ loaderData: { bundle, newest }, matches: [root] }: Route.ComponentProps) {
  const { edition, siteUrl } = root.loaderData;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>RSS Feeds</h1>
        <p>
          An RSS feed brings our headlines to the reader app of your choice as we publish them. You don’t need an
          account or an email address.
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.main}>
          <section aria-labelledby="follow">
            <h2 id="follow">How to follow a feed</h2>
            <ol className={styles.steps}>
              <li>Copy the address of a feed from the list below.</li>
              <li>In your feed reader, choose to add or follow a feed, and paste the address.</li>
              <li>New stories will appear automatically. Most readers check for them about once an hour.</li>
            </ol>
            <p className={styles.note}>
              Each feed has up to 50 stories, newest first, with the headline, writer, date, section and a photo if
              there is one, plus a summary or, where the publisher allows it, the full text. Every story links to its
              page on this site, and that address never changes.
            </p>
          </section>
          <section aria-labelledby="addresses">
            <h2 id="addresses">Feed addresses</h2>
            <FeedList edition={edition} siteUrl={siteUrl} />
          </section>
          <section aria-labelledby="formats">
            <h2 id="formats">Other formats, and all feeds at once</h2>
            <p className={styles.note}>
              Every feed is also available as Atom and JSON Feed: replace <code>rss.xml</code> in its address with{" "}
              <code>atom.xml</code> or <code>feed.json</code>. Each newsroom we follow has a feed here, too, under{" "}
              <Link to="/sources">Sources</Link>.
            </p>
            <ul className={styles.lists}>
              <li>
                <a href="/sections.opml">All our feeds in one file (OPML)</a>
              </li>
              <li>
                <a href="/sources.opml">The feeds we follow (OPML)</a>
              </li>
            </ul>
          </section>
        </div>
        <div className={styles.rail}>
          <section aria-labelledby="newest">
            <h2 id="newest">In the feed now</h2>
            {newest.length > 0 ? (
              <CardList stories={newest} shape="line" hasSection className={styles.preview} />
            ) : (
              <p className={styles.note}>No stories yet.</p>
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
  const hasScripts = useHasScripts();
  const [lastCopy, setLastCopy] = useState<{ title: string; url: string; isCopied: boolean } | null>(null);
  const feeds = [
    { title: "All sections", url: `${siteUrl}/rss.xml` },
    ...sections.map((section) => ({ title: section.name, url: `${siteUrl}${section.href}/rss.xml` })),
  ];
  return (
    <>
      <ul className={list.list} aria-label={`RSS feeds from ${name}`}>
        {feeds.map(({ title, url }) => (
          <li key={url}>
            <span className={list.title}>{title}</span>
            <code className={list.url}>{url}</code>
            {hasScripts && (
              <button
                type="button"
                className={list.copy}
                aria-label={`Copy the address: ${title}`}
                onClick={async () => setLastCopy({ title, url, isCopied: await copyText(url) })}
              >
                {lastCopy?.isCopied && lastCopy.url === url ? "Copied" : "Copy"}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={list.status} role="status">
        {lastCopy &&
          (lastCopy.isCopied
            ? `Copied: ${lastCopy.title}.`
            : `Your browser doesn’t allow this page to copy. Select the address next to ${lastCopy.title} and copy it.`)}
      </p>
    </>
  );
}

/** A button that builds a feed from the page's articles, without using the network (specification, section 2). */
function FeedBuilder({ bundle }: { bundle: OutgoingFeed }) {
  const hasScripts = useHasScripts();
  const [outcome, setOutcome] = useState("");
  return (
    <section className={builder.builder} aria-labelledby="make">
      <h2 id="make">Build a feed on your own device</h2>
      <p>
        This page includes {bundle.items.length} of our sample stories, which are made up and labeled as such. The
        button turns them into an RSS file in your browser, without using the network, and opens it in a new tab.
      </p>
      {hasScripts ? (
        <button
          type="button"
          className={button.strong}
          onClick={() =>
            setOutcome(
              openInTab(bundle)
                ? `Built a feed of ${bundle.items.length} articles, newest first. It is open in a new tab.`
                : "Your browser blocked the new tab. Allow pop-ups for this page and try again.",
            )
          }
        >
          Generate RSS Feed
        </button>
      ) : (
        <noscript>
          <p className={builder.without}>
            Building a feed here requires JavaScript. The addresses above work without it.
          </p>
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
  // Not application/rss+xml: browsers display XML but download RSS.
  const url = URL.createObjectURL(new Blob([xml], { type: "application/xml" }));
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
  return window.open(url, "_blank") !== null;
}
