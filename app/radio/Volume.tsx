import type { KeyboardEvent } from "react";
import { Volume2, VolumeX } from "../ui/icons.tsx";
import { isSilent } from "./player.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";
import styles from "./Volume.module.css";

/** Specification, section 5: what the page keys move the slider by. */
const PAGE_STEP = 10;

/** The slider of the player itself, which has a label. The bar is on other pages. */
const ID = "radio-volume";

/** The mute button and the slider, from 0 to 100. */
export function Volume({ hasLabel = false }: { hasLabel?: boolean }) {
  const radio = useRadio();
  const level = useRadioState(({ player }) => Math.round(player.volume * 100));
  const isMute = useRadioState(({ player }) => isSilent(player));
  const Icon = isMute ? VolumeX : Volume2;
  const set = (value: number) => radio.tell({ type: "volume", volume: value / 100 });

  function pageKeys(event: KeyboardEvent) {
    const step = { PageUp: PAGE_STEP, PageDown: -PAGE_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(level + step);
  }

  return (
    <div className={styles.volume}>
      {hasLabel && (
        <label className={styles.label} htmlFor={ID}>
          Volume
        </label>
      )}
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.mute}
          aria-label={isMute ? "Unmute" : "Mute"}
          data-muted={isMute || undefined}
          onClick={() => radio.tell({ type: "mute" })}
        >
          <Icon aria-hidden="true" size={22} strokeWidth={1.8} />
        </button>
        <input
          id={hasLabel ? ID : undefined}
          className={styles.slider}
          type="range"
          min={0}
          max={100}
          step={1}
          value={level}
          aria-label={hasLabel ? undefined : "Volume"}
          aria-valuetext={`${level} percent${isMute ? ", muted" : ""}`}
          onKeyDown={pageKeys}
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
