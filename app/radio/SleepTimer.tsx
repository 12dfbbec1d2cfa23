import styles from "./Choice.module.css";
import { isActive } from "./player.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

const MINUTES = [15, 30, 45, 60, 90];

/** Pauses the radio after a time. It can be set while the radio is on. */
export function SleepTimer() {
  const radio = useRadio();
  const isPlaying = useRadioState(({ player }) => isActive(player));
  const sleepAtMs = useRadioState(({ player }) => player.sleepAtMs);
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
            radio.dispatch({
              type: "setSleepTimer",
              atMs: Date.now(),
              minutes: target.value === "" ? null : Number(target.value),
            })
          }
        >
          <option value="">Off</option>
          {MINUTES.map((number) => (
            <option key={number} value={number}>
              {number} minutes
            </option>
          ))}
        </select>
        <span role="status">{sleepAtMs !== null && `Stops at ${formatTime(sleepAtMs)}`}</span>
      </span>
    </p>
  );
}

function formatTime(atMs: number): string {
  return new Date(atMs).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
}
