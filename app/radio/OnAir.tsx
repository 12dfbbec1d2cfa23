import { useEffect } from "react";
import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";
import { useTexts } from "../language/texts.ts";
import { Link } from "../ui/Link.tsx";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import styles from "./OnAir.module.css";
import { PlayButton } from "./PlayButton.tsx";
import { getErrorText, getTitle, getTrack, isLive, isRecorded } from "./statusText.ts";
import { useRadio, useRadioIfAny, useRadioState } from "./useRadio.tsx";

/** The radio in the home page's rail; nothing if the edition has no radio. */
export function OnAir() {
  return useRadioIfAny() && <Panel />;
}

function Panel() {
  const texts = useTexts().radio;
  const radio = useRadio();
  const now = useRadioState(({ now }) => now);
  const track = getTrack(now);
  const isOnAir = isLive(now);
  const error = useRadioState((state) => getErrorText(state, texts));
  const { name, nowUrl } = useRadioState(radio.getStation);
  // The radio's own title may say "live", so this panel shows the title only while the station is live. The page /radio
  // always shows it.
  const title = getTitle(isOnAir ? radio.info.title : texts.unknownTitle, now, texts);
  useEffect(() => {
    const unmount = new AbortController();
    fetchNowPlaying(nowUrl, unmount.signal).then(
      // Ignores the response if the radio was started meanwhile, since the radio then receives newer updates itself.
      (now) => radio.getState().player.connections || radio.update({ now }),
      // After a failure, the state from the server's HTML remains.
      () => {},
    );
    return () => unmount.abort();
  }, [radio, nowUrl]);
  return (
    <section className={styles.panel} data-unprinted="" data-night="" aria-labelledby="on-air">
      <h2 id="on-air" data-live={isOnAir || undefined}>
        {isOnAir ? texts.onAir : title}
      </h2>
      <p>
        {track
          ? [track.title, track.artist].filter(Boolean).join(", ")
          : isRecorded(now)
            ? texts.recorded
            : isOnAir
              ? texts.stationStream
              : texts.unknown}
      </p>
      {/* Without JavaScript, the button submits the form and thereby opens the radio page. */}
      <form action={RADIO_PATH}>
        <PlayButton size="small" title={title} />
        <Link to={RADIO_PATH} prefetch="intent">
          {isOnAir ? `${title} · ${radio.info.subtitle}` : name}
        </Link>
      </form>
      {error && <p className={styles.error}>{error}</p>}
    </section>
  );
}

/** Fetches the current track once, since a stream of updates would keep the station connected without any listener. */
async function fetchNowPlaying(nowUrl: string, signal: AbortSignal): Promise<NowPlaying> {
  const response = await fetch(nowUrl, { signal });
  return ((await response.json()) as StationView).now;
}
