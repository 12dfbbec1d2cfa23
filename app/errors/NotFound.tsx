import type { Story } from "../../server/news/views.ts";
import { LatestStories } from "../news/LatestStories.tsx";
import button from "../ui/Button.module.css";
import { WayHome } from "../ui/HomeLink.tsx";
import styles from "../ui/Message.module.css";

/** Specification, sections 2 and 8: the page for an address that leads nowhere, with what there is to read instead. */
export function NotFound({ name, latest }: { name?: string | undefined; latest: Story[] }) {
  return (
    <>
      <section className={`${styles.message} ${styles.pictured}`}>
        <title>{["Page Not Found", name].filter(Boolean).join(" | ")}</title>
        <meta name="description" content="This address leads to no story and no page, or no longer does." />
        <meta name="robots" content="noindex" />
        <img className={styles.picture} src="/skyline/dusk/page-not-found.svg" alt="" width={320} height={180} />
        <h1>Page Not Found</h1>
        <p>The article or page you are looking for may have been moved, archived, or does not exist.</p>
        <p className={styles.ways}>
          <WayHome />
          <a className={button.plain} href="/text">
            Text edition
          </a>
        </p>
      </section>
      <LatestStories stories={latest} />
    </>
  );
}
