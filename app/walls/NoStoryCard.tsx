import styles from "./StoryCard.module.css";
import { From } from "./StoryCard.tsx";

/** What stands in a frame on another site in place of a story that is not there, or not any more. */
export function NoStoryCard({ name }: { name: string | undefined }) {
  return (
    <main className={styles.card}>
      <title>{["Page Not Found", name].filter(Boolean).join(" | ")}</title>
      <meta name="description" content="This address leads to no story, or no longer does." />
      <meta name="robots" content="noindex" />
      <div className={styles.words}>
        <h1 className={styles.headline}>Page Not Found</h1>
        <p className={styles.deck}>
          The article or page you are looking for may have been moved, archived, or does not exist.
        </p>
      </div>
      {name && <From name={name} />}
    </main>
  );
}
