import styles from "./SectionNews.module.css";

/** Specification, section 2: a section without stories. */
export function EmptySection() {
  return (
    <div className={styles.empty}>
      <h2>No articles available</h2>
      <p>Please check back later for new content.</p>
    </div>
  );
}
