import { Pause, Play } from "../ui/icons.tsx";
import styles from "./PlayButton.module.css";
import { isOn } from "./player.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

/** The round button; `large` on the player's own card. */
export function PlayButton({ size }: { size: "small" | "large" }) {
  const radio = useRadio();
  const isPlaying = useRadioState(({ player }) => isOn(player));
  const isLeftOff = useRadioState(({ player }) => player.phase === "idle" && player.isOpen);
  const Icon = isPlaying ? Pause : Play;
  const verb = isPlaying ? "Pause" : isLeftOff ? "Resume" : "Play";
  return (
    <button
      type="submit"
      data-kept-press
      className={styles.button}
      data-size={size}
      data-icon={isPlaying ? "pause" : "play"}
      aria-label={`${verb} ${radio.info.title}`}
      onClick={(event) => {
        // Without JavaScript the button of a form leads to the radio's page.
        event.preventDefault();
        radio.toggle();
      }}
    >
      <Icon aria-hidden="true" fill="currentColor" strokeWidth={1.5} />
    </button>
  );
}
