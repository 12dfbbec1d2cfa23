import { FeedBuilder } from "../feeds/FeedBuilder.tsx";
import { FeedList } from "../feeds/FeedList.tsx";
import styles from "../feeds/FeedsPage.module.css";
import { CardList } from "../news/Card.tsx";
import { services } from "../services.ts";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import type { Route } from "./+types/feeds";

const PREVIEW_STORIES = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { feeds, news } = context.get(services);
  return { bundle: feeds.bundled(), latest: await news.latest(PREVIEW_STORIES) };
}

export const meta: Route.MetaFunction = ({ matches: [root] }) => {
  const { name } = root.loaderData.edition;
  return createHead(root.loaderData, {
    title: "RSS Feeds",
    description: `The feeds of ${name}: one of all news and one for each section, and how to follow them in a feed reader.`,
    path: "/rss.xml",
    feed: { title: name, base: "" },
  });
};

/** Instructions for feed readers, the addresses of the feeds, and their newest stories. */
export default function Feeds({ loaderData: { bundle, latest }, matches: [root] }: Route.ComponentProps) {
  const { edition, siteUrl } = root.loaderData;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>RSS Feeds</h1>
        <p>
          A feed brings our headlines to the reader app of your choice as we publish them. It needs no account, no
          e-mail address and no cookie.
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.main}>
          <section aria-labelledby="follow">
            <h2 id="follow">How to follow a feed</h2>
            <ol className={styles.steps}>
              <li>Copy the address of a feed from the list below.</li>
              <li>In your feed reader, choose to add or follow a feed, and paste the address.</li>
              <li>New stories appear there by themselves. Readers look for them about once an hour.</li>
            </ol>
            <p className={styles.note}>
              Each feed holds up to 50 stories, the newest first: headline, writer, date, section, the picture where
              there is one, and a summary, or the whole text where its publisher lets us print it. Every story leads to
              its page on this site, whose address never changes.
            </p>
          </section>
          <section aria-labelledby="addresses">
            <h2 id="addresses">Feed addresses</h2>
            <FeedList edition={edition} siteUrl={siteUrl} />
          </section>
          <section aria-labelledby="formats">
            <h2 id="formats">Other formats, and all at once</h2>
            <p className={styles.note}>
              Every feed is also there as Atom and as JSON Feed. Put <code>atom.xml</code> or <code>feed.json</code> in
              place of <code>rss.xml</code> in its address. Each newsroom that we read has a feed of its own, too, under{" "}
              <Link to="/sources">Sources</Link>.
            </p>
            <ul className={styles.lists}>
              <li>
                <a href="/sections.opml">All our feeds in one file (OPML)</a>
              </li>
              <li>
                <a href="/sources.opml">The feeds that we read ourselves (OPML)</a>
              </li>
            </ul>
          </section>
        </div>
        <div className={styles.rail}>
          <section aria-labelledby="newest">
            <h2 id="newest">In the feed now</h2>
            <CardList stories={latest} shape="line" className={styles.preview} />
          </section>
          <FeedBuilder bundle={bundle} />
        </div>
      </div>
    </div>
  );
}
