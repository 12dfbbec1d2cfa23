import { useState } from "react";
import { buildFeed } from "../../core/feed/build.ts";
import type { OutgoingFeed } from "../../core/feed/feed.ts";
import button from "../ui/Button.module.css";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./FeedBuilder.module.css";

/** Lifetime of a built feed's URL, in case its tab is slow to open. */
const URL_LIFETIME_MS = 60_000;

/** Builds a feed in the browser from the articles in the page, without the network (specification, section 2). */
export function FeedBuilder({ bundle }: { bundle: OutgoingFeed }) {
  const isHydrated = useHasScripts();
  const [outcome, setOutcome] = useState("");
  return (
    <section className={styles.builder} aria-labelledby="make">
      <h2 id="make">Build a feed on your own device</h2>
      <p>
        This page carries {bundle.items.length} of our built-in articles. The button turns them into an RSS file in your
        browser, without asking the network for anything, and opens it in a new tab.
      </p>
      {isHydrated ? (
        <button
          type="button"
          className={button.strong}
          onClick={() =>
            setOutcome(
              openInTab(bundle)
                ? `Built a feed of ${bundle.items.length} articles, newest first. It is open in a new tab.`
                : "Your browser kept the new tab from opening. Allow new tabs for this page, and try again.",
            )
          }
        >
          Generate RSS Feed
        </button>
      ) : (
        <noscript>
          <p className={styles.without}>Building a feed here needs JavaScript. The addresses above work without it.</p>
        </noscript>
      )}
      <p className={styles.outcome} role="status">
        {outcome}
      </p>
    </section>
  );
}

/** Returns whether the browser opened the tab. */
function openInTab({ channel, items }: OutgoingFeed): boolean {
  const xml = buildFeed({ channel: { ...channel, changedAt: new Date().toISOString() }, items }, "rss");
  // Not application/rss+xml: browsers display XML, and download RSS.
  const url = URL.createObjectURL(new Blob([xml], { type: "application/xml" }));
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
  return window.open(url, "_blank") !== null;
}
