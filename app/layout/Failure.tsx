import styles from "./Message.module.css";

/** The page for an error of ours. What went wrong is in the log and not here. */
export function Failure({ name }: { name?: string | undefined }) {
  return (
    <section className={styles.message}>
      <title>{name ? `Something went wrong | ${name}` : "Something went wrong"}</title>
      <meta name="description" content="We could not make this page. Please try again in a minute." />
      <h1>Something went wrong</h1>
      <p>Sorry, we could not make this page. The fault is ours, and it is in our log. Please try again in a minute.</p>
      <p>
        {/* A plain link: the whole page is asked for anew. */}
        <a className={styles.action} href="/">
          Return to Homepage
        </a>
      </p>
    </section>
  );
}
