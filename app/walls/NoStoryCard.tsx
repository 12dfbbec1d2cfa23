import styles from "./StoryCard.module.css";
import { PublisherLink } from "./StoryCard.tsx";

/** Shown in a frame on another site for a story that does not exist, or no longer does. */
export function NoStoryCard({ name }: { name: string | undefined }) {
  return (
    <main className={styles.card}>
      <title>{["Page Not Found", name].filter(Boolean).join(" | ")}</title>
      <meta name="description" content="This address leads to no story, or no longer does." />
      <meta name="robots" content="noindex" />
      <div className={styles.text}>
        <h1 className={styles.headline}>Page Not Found</h1>
        <p className={styles.deck}>
          The article or page you are looking for may have been moved, archived, or does not exist.
        </p>
      </div>
      {name && <PublisherLink name={name} />}
    </main>
  );
}
