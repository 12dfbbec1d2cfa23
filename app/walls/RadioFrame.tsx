import { usePageTexts } from "../language/pageTexts.ts";
import { PlayerCard } from "../radio/PlayerCard.tsx";
import type { Route } from "../routes/+types/embedRadio";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import styles from "./RadioFrame.module.css";

/** A page that shows only the radio player, for frames on other sites. */
export function RadioFrame({ loaderData: { title, name } }: Route.ComponentProps) {
  const { embed } = usePageTexts();
  return (
    <main className={styles.frame} data-night="" aria-label={title}>
      <PlayerCard />
      <p className={styles.source}>
        <a href={RADIO_PATH} target="_top">
          {embed.moreAt(name)}
        </a>
      </p>
    </main>
  );
}
