import { useTexts } from "../language/texts.ts";
import { Pause, Play } from "../ui/icons.tsx";
import styles from "./PlayButton.module.css";
import { isActive } from "./player.ts";
import { getTitle } from "./statusText.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

export function PlayButton({ size }: { size: "small" | "large" }) {
  const texts = useTexts().radio;
  const radio = useRadio();
  const isPlaying = useRadioState(({ player }) => isActive(player));
  const canResume = useRadioState(({ player }) => player.phase === "idle" && player.isOpen);
  const title = useRadioState(({ now }) => getTitle(radio.info.title, now, texts));
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
        // The form is submitted only without JavaScript.
        event.preventDefault();
        radio.togglePlay();
      }}
    >
      <Icon fill="currentColor" strokeWidth={1.5} />
    </button>
  );
}
