import { useTexts } from "../language/texts.ts";
import { Pause, Play } from "../ui/icons.tsx";
import styles from "./PlayButton.module.css";
import { isActive } from "./playerState.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

/** @param title the radio's title, for screen readers */
export function PlayButton({ size, title }: { size: "small" | "large"; title: string }) {
  const texts = useTexts().radio;
  const radio = useRadio();
  const isPlaying = useRadioState(({ player }) => isActive(player));
  const canResume = useRadioState(({ player }) => player.phase === "idle" && player.isOpen);
  const Icon = isPlaying ? Pause : Play;
  const verb = isPlaying ? "pause" : canResume ? "resume" : "play";
  return (
    <button
      type="submit"
      data-replay-press
      className={styles.button}
      data-size={size}
      data-icon={isPlaying ? "pause" : "play"}
      aria-label={texts[verb](title)}
      onPointerEnter={radio.prepare}
      onClick={(event) => {
        // Keeps the browser from submitting the form, which is for pages without JavaScript.
        event.preventDefault();
        radio.togglePlay();
      }}
    >
      <Icon fill="currentColor" strokeWidth={1.5} />
    </button>
  );
}
