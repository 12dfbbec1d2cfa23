import { useLocation } from "react-router";
import button from "../ui/Button.module.css";
import styles from "../ui/Message.module.css";

/** The page for an error of ours. What went wrong is in the log and not here. */
export function Failure({ name }: { name?: string | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <section className={`${styles.message} ${styles.pictured}`}>
      <title>{["Something went wrong", name].filter(Boolean).join(" | ")}</title>
      <meta name="description" content="This page could not be made. The fault is ours." />
      <img className={styles.picture} src="/skyline/steel/something-went-wrong.svg" alt="" width={320} height={180} />
      <h1>Something went wrong</h1>
      <p>Sorry, we could not make this page. The fault is ours, and it is in our log. Please try again in a minute.</p>
      {/* Plain links: the whole page is asked for anew. */}
      <p className={styles.ways}>
        <a className={button.strong} href={pathname + search}>
          Try again
        </a>
        <a className={button.plain} href="/">
          Return to Homepage
        </a>
        <a className={button.plain} href="/text">
          Text edition
        </a>
      </p>
    </section>
  );
}
