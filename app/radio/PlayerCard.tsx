import { Level } from "./Level.tsx";
import { errorOf, trackOf } from "./messages.ts";
import { PlayButton } from "./PlayButton.tsx";
import styles from "./PlayerCard.module.css";
import { SleepTimer } from "./SleepTimer.tsx";
import { StationChoice } from "./StationChoice.tsx";
import { useRadio, useRadioState, useRadioStatus } from "./useRadio.tsx";
import { useRadioKeys } from "./useRadioKeys.ts";
import { Volume } from "./Volume.tsx";

/** The player itself: on its page, and in a frame. */
export function PlayerCard() {
  const radio = useRadio();
  const { title, subtitle } = radio.info;
  const station = useRadioState(() => radio.station());
  const phase = useRadioState(({ player }) => player.phase);
  const error = useRadioState(({ player }) => errorOf(player));
  const track = useRadioState(({ now }) => trackOf(now)?.title ?? null);
  const artist = useRadioState(({ now }) => trackOf(now)?.artist ?? null);
  const status = useRadioStatus();
  useRadioKeys(radio);
  return (
    <section className={styles.card} aria-labelledby="radio-title">
      <header className={styles.head}>
        <h1 id="radio-title" data-live={phase === "playing" || undefined}>
          {title}
        </h1>
        <p className={styles.subtitle}>{subtitle}</p>
      </header>
      <div className={styles.controls}>
        <PlayButton size="large" />
        <div className={styles.words}>
          <p className={styles.status}>{status}</p>
          <p className={styles.track}>{track ?? station.name}</p>
          <p className={styles.artist}>{track ? (artist ?? station.name) : "Live programming"}</p>
        </div>
        <div className={styles.volume}>
          <Volume hasLabel />
        </div>
      </div>
      {error && <p className={styles.error}>{error}</p>}
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: a live stream has no captions */}
        <audio className={styles.plain} controls preload="none" src={station.stream} />
      </noscript>
      <div className={styles.level}>
        <Level />
      </div>
      <div className={styles.choices}>
        <StationChoice />
        <SleepTimer />
      </div>
    </section>
  );
}
