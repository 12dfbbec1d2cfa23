import { useLocation } from "react-router";
import { X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import { errorOf, trackOf } from "./messages.ts";
import { PlayButton } from "./PlayButton.tsx";
import styles from "./RadioBar.module.css";
import { useRadio, useRadioIfAny, useRadioState, useRadioStatus } from "./useRadio.tsx";
import { Volume } from "./Volume.tsx";

/** Where the player itself is, and the bar is not. */
export const RADIO_PATH = "/radio";

/** Along the bottom edge of every page but the radio's own, once the radio was started. */
export function RadioBar() {
  const isElsewhere = useLocation().pathname !== RADIO_PATH;
  return useRadioIfAny() && isElsewhere ? <OpenBar /> : null;
}

function OpenBar() {
  const radio = useRadio();
  const isOpen = useRadioState(({ player }) => player.isOpen);
  const error = useRadioState(({ player }) => errorOf(player));
  const track = trackOf(useRadioState(({ now }) => now));
  const status = useRadioStatus();
  if (!isOpen) return null;
  const { title } = radio.info;
  const close = () => {
    radio.tell({ type: "close" });
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  };
  return (
    <aside className={styles.bar} aria-label={title} data-radio-bar="">
      <div className={styles.inner}>
        <PlayButton size="small" />
        <p className={styles.words}>
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
          <X aria-hidden="true" size={22} strokeWidth={1.8} />
        </button>
      </div>
    </aside>
  );
}
