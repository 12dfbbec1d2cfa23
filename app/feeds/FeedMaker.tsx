import { useState } from "react";
import { buildFeed } from "../../core/feed/build.ts";
import type { OutgoingFeed } from "../../core/feed/feed.ts";
import button from "../ui/Button.module.css";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./FeedMaker.module.css";

/** How long the address of a feed that was built stays good, in case its tab is slow to open. */
const KEPT_MS = 60_000;

/** Specification, section 2: builds a feed in the browser from the articles that came with the page, without the network. */
export function FeedMaker({ bundle }: { bundle: OutgoingFeed }) {
  const hasScripts = useHasScripts();
  const [outcome, setOutcome] = useState("");
  return (
    <section className={styles.maker} aria-labelledby="make">
      <h2 id="make">Build a feed on your own device</h2>
      <p>
        This page carries {bundle.items.length} of our built-in articles. The button turns them into an RSS file in your
        browser, without asking the network for anything, and opens it in a new tab.
      </p>
      {hasScripts ? (
        <button
          type="button"
          className={button.strong}
          onClick={() =>
            setOutcome(
              openFeed(bundle)
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

/** @returns whether the tab opened */
function openFeed({ channel, items }: OutgoingFeed): boolean {
  const xml = buildFeed({ channel: { ...channel, changedAt: new Date().toISOString() }, items }, "rss");
  // Browsers show XML, and save what they are told is RSS.
  const address = URL.createObjectURL(new Blob([xml], { type: "application/xml" }));
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  return window.open(address, "_blank") !== null;
}
