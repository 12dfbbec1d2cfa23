import { usePageTexts } from "../language/pageTexts.ts";
import { useTexts } from "../language/texts.ts";
import { X } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import { CONTENT_ID } from "../ui/useFocusOnNavigation.ts";
import styles from "./OpenBar.module.css";
import { PlayButton } from "./PlayButton.tsx";
import { getStatusText } from "./playerStatus.ts";
import { getErrorText, getTitle, getTrack } from "./statusText.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";
import { Volume } from "./Volume.tsx";

/** The contents of the radio bar, in a module that loads when the radio is first started. */
export default function OpenBar() {
  const texts = useTexts().radio;
  const { status: statusTexts, ...barTexts } = usePageTexts().radio;
  const radio = useRadio();
  const error = useRadioState((state) => getErrorText(state, texts));
  const track = getTrack(useRadioState(({ now }) => now));
  const status = useRadioState((state) => getStatusText(state, { status: statusTexts }));
  const title = useRadioState(({ now }) => getTitle(radio.info.title, now, texts));
  const close = () => {
    radio.dispatch({ type: "stop" });
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  };
  return (
    <aside className={styles.bar} data-unprinted="" data-night="" aria-label={title} data-radio-bar="">
      <div className={styles.inner}>
        <PlayButton size="small" title={title} />
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
        <button type="button" className={styles.close} aria-label={barTexts.close(title)} onClick={close}>
          <X size={22} />
        </button>
      </div>
    </aside>
  );
}
