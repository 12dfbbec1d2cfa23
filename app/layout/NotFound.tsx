import { Link } from "react-router";
import styles from "./Message.module.css";

/** Specification, sections 2 and 8: the page for an address that leads nowhere. */
export function NotFound() {
  return (
    <section className={`${styles.message} ${styles.pictured}`}>
      <title>Page Not Found</title>
      <img className={styles.picture} src="/skyline/dusk/page-not-found.svg" alt="" width={320} height={180} />
      <h1>Page Not Found</h1>
      <p>The article or page you are looking for may have been moved, archived, or does not exist.</p>
      <p>
        <Link className={styles.action} to="/" prefetch="intent">
          Return to Homepage
        </Link>
      </p>
    </section>
  );
}
