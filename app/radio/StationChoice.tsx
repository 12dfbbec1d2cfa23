import styles from "./Choice.module.css";
import { useRadio, useRadioState } from "./useRadio.tsx";

/** Where the edition has more than one station. */
export function StationChoice() {
  const radio = useRadio();
  const port = useRadioState(({ player }) => player.station);
  const { stations } = radio.info;
  if (stations.length < 2) return null;
  return (
    <p className={styles.choice}>
      <label htmlFor="radio-station">Station</label>
      <select
        id="radio-station"
        value={port}
        onChange={({ target }) => radio.tell({ type: "station", station: Number(target.value), at: Date.now() })}
      >
        {stations.map((station) => (
          <option key={station.port} value={station.port}>
            {station.name}
          </option>
        ))}
      </select>
    </p>
  );
}
