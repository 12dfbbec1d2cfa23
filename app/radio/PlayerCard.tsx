import { useEffect } from "react";
import { usePageTexts } from "../language/pageTexts.ts";
import { useLanguage, useTexts } from "../language/texts.ts";
import { readSetting } from "../ui/readerSettings.ts";
import choiceStyles from "./Choice.module.css";
import { PlayButton } from "./PlayButton.tsx";
import styles from "./PlayerCard.module.css";
import { isActive } from "./playerState.ts";
import { formatTime, getStatusText } from "./playerStatus.ts";
import type { RadioStore } from "./radioStore.ts";
import { getErrorText, getTitle, getTrack, isLive, isRecorded } from "./statusText.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";
import { Visualizer } from "./Visualizer.tsx";
import { Volume } from "./Volume.tsx";

const SLEEP_MINUTES = [15, 30, 45, 60, 90];

/** The radio player on its own page and in frames on other sites. */
export function PlayerCard() {
  const texts = useTexts().radio;
  const { status: statusTexts, programming } = usePageTexts().radio;
  const radio = useRadio();
  const { info } = radio;
  const station = useRadioState(radio.getStation);
  const phase = useRadioState(({ player }) => player.phase);
  const error = useRadioState((state) => getErrorText(state, texts));
  const status = useRadioState((state) => getStatusText(state, { status: statusTexts }));
  const now = useRadioState(({ now }) => now);
  const title = getTitle(info.title, now, texts);
  const track = getTrack(now);
  useShortcuts(radio);
  return (
    <section className={styles.card} data-night="" aria-labelledby="radio-title">
      <header className={styles.head}>
        <h1 id="radio-title" data-live={(phase === "playing" && isLive(now)) || undefined}>
          {title}
        </h1>
        <p className={styles.subtitle}>{!isRecorded(now) && info.subtitle}</p>
      </header>
      <div className={styles.controls} data-unprinted="">
        <PlayButton size="large" title={title} />
        <div className={styles.texts}>
          <p className={styles.status}>{status}</p>
          <p className={styles.track}>{track?.title ?? station.name}</p>
          {isLive(now) && <p className={styles.artist}>{track ? (track.artist ?? station.name) : programming}</p>}
        </div>
        <div className={styles.settings}>
          <Volume hasLabel />
          <StationChoice />
          <SleepTimer />
        </div>
      </div>
      {error && (
        <p className={styles.error} data-unprinted="">
          {error}
        </p>
      )}
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: a live stream has no captions */}
        <audio className={styles.native} controls preload="none" src={station.stream} />
      </noscript>
      <div className={styles.visualizer} data-unprinted="">
        <Visualizer />
      </div>
    </section>
  );
}

function StationChoice() {
  const texts = usePageTexts().radio;
  const radio = useRadio();
  const current = useRadioState(({ player }) => player.port);
  const { stations } = radio.info;
  if (stations.length < 2) return null;
  return (
    <p className={choiceStyles.choice}>
      <label htmlFor="radio-station">{texts.station}</label>
      <select
        id="radio-station"
        value={current}
        onChange={({ target }) => radio.dispatch({ type: "setStation", port: Number(target.value), atMs: Date.now() })}
      >
        {stations.map(({ port, name }) => (
          <option key={port} value={port}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}

function SleepTimer() {
  const texts = usePageTexts().radio;
  const language = useLanguage();
  const radio = useRadio();
  const isPlaying = useRadioState(({ player }) => isActive(player));
  const sleepAtMs = useRadioState(({ player }) => player.sleepAtMs);
  const chosen = useRadioState(({ player }) => player.sleepMinutes);
  const set = (minutes: number | null) => radio.dispatch({ type: "setSleepTimer", atMs: Date.now(), minutes });
  return (
    <p className={choiceStyles.choice}>
      <label htmlFor="radio-sleep">{texts.sleepTimer}</label>
      <span className={choiceStyles.row}>
        <select
          id="radio-sleep"
          value={chosen ?? ""}
          disabled={!isPlaying}
          onChange={({ target }) => set(target.value === "" ? null : Number(target.value))}
        >
          <option value="">{texts.off}</option>
          {SLEEP_MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {texts.minutes(minutes)}
            </option>
          ))}
        </select>
        <span role="status">{sleepAtMs !== null && texts.stopsAt(formatTime(sleepAtMs, language))}</span>
      </span>
    </p>
  );
}

const HANDLES_KEYS = "a, button, input, select, textarea, summary, audio, video, iframe, [contenteditable], [popover]";

/** Space toggles play and M toggles mute, unless shortcuts are off or an element that handles keys has the focus. */
function useShortcuts(radio: RadioStore): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (readSetting("keys") === "off") return;
      if (event.target instanceof Element && event.target.closest(HANDLES_KEYS)) return;
      if (event.key === " ") {
        // Prevents the page from scrolling.
        event.preventDefault();
        radio.togglePlay();
      } else if (event.key.toLowerCase() === "m") radio.dispatch({ type: "toggleMute" });
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [radio]);
}
