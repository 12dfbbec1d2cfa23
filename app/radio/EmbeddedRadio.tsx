import styles from "./EmbeddedRadio.module.css";
import { PlayerCard } from "./PlayerCard.tsx";
import { RADIO_PATH } from "./RadioBar.tsx";
import { useRadio } from "./useRadio.tsx";

/** The player alone, for frames on other sites. */
export function EmbeddedRadio({ name }: { name: string }) {
  const { title } = useRadio().info;
  return (
    <main className={styles.frame} aria-label={title}>
      <PlayerCard />
      <p className={styles.source}>
        <a href={RADIO_PATH} target="_top">
          More at {name}
        </a>
      </p>
    </main>
  );
}
