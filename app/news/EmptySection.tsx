import styles from "./SectionNews.module.css";

/** Replaces the stories of an empty section (specification, section 2). */
export function EmptySection() {
  return (
    <div className={styles.empty}>
      <h2>No articles available</h2>
      <p>Please check back later for new content.</p>
    </div>
  );
}
