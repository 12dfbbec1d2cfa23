import { useEffect, useState } from "react";
import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import { Link } from "../ui/Link.tsx";
import { fetchNowPlaying } from "./nowPlayingEvents.ts";
import styles from "./OnAir.module.css";
import { PlayButton } from "./PlayButton.tsx";
import { RADIO_PATH } from "./RadioBar.tsx";
import { getErrorText, getTrack } from "./statusText.ts";
import { useRadio, useRadioIfAny, useRadioState } from "./useRadio.tsx";

/** The radio in the home page's rail; nothing if the edition has no radio. */
export function OnAir() {
  return useRadioIfAny() && <Panel />;
}

function Panel() {
  const radio = useRadio();
  const { title, subtitle } = radio.info;
  const fetched = useFetchedNowPlaying();
  const track = getTrack(useRadioState(({ now }) => now)) ?? getTrack(fetched);
  const error = useRadioState(getErrorText);
  return (
    <section className={styles.panel} aria-labelledby="on-air">
      <h2 id="on-air">On air now</h2>
      <p className={styles.track}>
        {track ? [track.title, track.artist].filter(Boolean).join(", ") : "Live programming from the station stream."}
      </p>
      {/* Without JavaScript, the button submits the form and thereby opens the radio page. */}
      <form className={styles.controls} action={RADIO_PATH}>
        <PlayButton size="small" />
        <Link to={RADIO_PATH} prefetch="intent">
          {title} · {subtitle}
        </Link>
      </form>
      {error && <p className={styles.error}>{error}</p>}
    </section>
  );
}

/** Fetches the current track once; null before. A stream of updates would keep an unheard station connected. */
function useFetchedNowPlaying(): NowPlaying | null {
  const radio = useRadio();
  const { nowUrl } = useRadioState(radio.getStation);
  const [now, setNow] = useState<NowPlaying | null>(null);
  useEffect(() => {
    const unmount = new AbortController();
    void fetchNowPlaying(nowUrl, unmount.signal).then(setNow);
    return () => unmount.abort();
  }, [nowUrl]);
  return now;
}
