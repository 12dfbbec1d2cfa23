import type { KeyboardEvent } from "react";
import { usePageTexts } from "../language/pageTexts.ts";
import { createIcon } from "../ui/icons.tsx";
import { isSilent } from "./playerState.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";
import styles from "./Volume.module.css";

// Icons by Lucide; their license is in ui/icons.tsx.
const Volume2 = createIcon([
  "M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298z",
  "M16 9a5 5 0 0 1 0 6",
  "M19.364 18.364a9 9 0 0 0 0-12.728",
]);
const VolumeX = createIcon([
  "M11 4.702a.7.7 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.7.7 0 0 0 11 19.298z",
  "m16.5 14.5 5-5",
  "m16.5 9.5 5 5",
]);

/** Change of volume per press of Page Up or Page Down, in percent (specification, section 5). */
const PAGE_STEP = 10;

/** Id of the player card's slider, for its label. The bar's slider has no label and needs no id. */
const LABELED_ID = "radio-volume";

export function Volume({ hasLabel = false }: { hasLabel?: boolean }) {
  const texts = usePageTexts().radio;
  const radio = useRadio();
  const level = useRadioState(({ player }) => Math.round(player.volume * 100));
  const isSilenced = useRadioState(({ player }) => isSilent(player));
  const Icon = isSilenced ? VolumeX : Volume2;
  const set = (value: number) => radio.dispatch({ type: "setVolume", volume: value / 100 });

  function handlePageKeys(event: KeyboardEvent) {
    const step = { PageUp: PAGE_STEP, PageDown: -PAGE_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(level + step);
  }

  return (
    <div className={styles.volume}>
      {hasLabel && (
        <label className={styles.label} htmlFor={LABELED_ID}>
          {texts.volume}
        </label>
      )}
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.mute}
          aria-label={isSilenced ? texts.unmute : texts.mute}
          data-muted={isSilenced || undefined}
          onClick={() => radio.dispatch({ type: "toggleMute" })}
        >
          <Icon size={22} />
        </button>
        <input
          id={hasLabel ? LABELED_ID : undefined}
          className={styles.slider}
          type="range"
          min={0}
          max={100}
          step={1}
          value={level}
          aria-label={hasLabel ? undefined : texts.volume}
          aria-valuetext={texts.level(level, isSilenced)}
          onKeyDown={handlePageKeys}
          onChange={(event) => set(event.target.valueAsNumber)}
        />
        {hasLabel && (
          <span className={styles.level} aria-hidden="true">
            {level}
          </span>
        )}
      </div>
    </div>
  );
}
