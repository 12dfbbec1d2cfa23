import styles from "./Choice.module.css";
import { isOn } from "./player.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

const MINUTES = [15, 30, 45, 60, 90];

/** Stops the radio after a time. It is set while the radio plays. */
export function SleepTimer() {
  const radio = useRadio();
  const isPlaying = useRadioState(({ player }) => isOn(player));
  const sleepAt = useRadioState(({ player }) => player.sleepAt);
  const minutes = useRadioState(({ player }) => player.sleepMinutes);
  return (
    <p className={styles.choice}>
      <label htmlFor="radio-sleep">Sleep timer</label>
      <span className={styles.row}>
        <select
          id="radio-sleep"
          value={minutes ?? ""}
          disabled={!isPlaying}
          onChange={({ target }) =>
            radio.tell({ type: "sleep", at: Date.now(), minutes: target.value === "" ? null : Number(target.value) })
          }
        >
          <option value="">Off</option>
          {MINUTES.map((number) => (
            <option key={number} value={number}>
              {number} minutes
            </option>
          ))}
        </select>
        <span role="status">{sleepAt !== null && `Stops at ${clock(sleepAt)}`}</span>
      </span>
    </p>
  );
}

function clock(at: number): string {
  return new Date(at).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
}
