import { useLocation } from "react-router";
import { X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import { PlayButton } from "./PlayButton.tsx";
import styles from "./RadioBar.module.css";
import { getErrorText, getStatusText, getTitle, getTrack } from "./statusText.ts";
import { useRadio, useRadioIfAny, useRadioState } from "./useRadio.tsx";
import { Volume } from "./Volume.tsx";

export const RADIO_PATH = "/radio";

/** The player along the bottom of all pages except the radio page, shown once the radio has been started. */
export function RadioBar() {
  const isOtherPage = useLocation().pathname !== RADIO_PATH;
  return useRadioIfAny() && isOtherPage ? <OpenBar /> : null;
}

function OpenBar() {
  const radio = useRadio();
  const isOpen = useRadioState(({ player }) => player.isOpen);
  const error = useRadioState(getErrorText);
  const track = getTrack(useRadioState(({ now }) => now));
  const status = useRadioState(getStatusText);
  const title = useRadioState(({ now }) => getTitle(radio.info.title, now));
  if (!isOpen) return null;
  const close = () => {
    radio.dispatch({ type: "stop" });
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  };
  return (
    <aside className={styles.bar} aria-label={title} data-radio-bar="">
      <div className={styles.inner}>
        <PlayButton size="small" />
        <p className={styles.texts}>
          <Link className={styles.title} to={RADIO_PATH} prefetch="intent">
            {track ? [track.title, track.artist].filter(Boolean).join(" · ") : title}
          </Link>
          <span className={styles.status} data-error={error ? "" : undefined}>
            {error ?? status}
          </span>
        </p>
        <div className={styles.volume}>
          <Volume />
        </div>
        <button type="button" className={styles.close} aria-label={`Close ${title}`} onClick={close}>
          <X size={22} />
        </button>
      </div>
    </aside>
  );
}
