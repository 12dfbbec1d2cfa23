import { useEffect, useState } from "react";
import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";
import { useTexts } from "../language/texts.ts";
import { Link } from "../ui/Link.tsx";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import styles from "./OnAir.module.css";
import { PlayButton } from "./PlayButton.tsx";
import { getErrorText, getTitle, getTrack, isRecorded } from "./statusText.ts";
import { useRadio, useRadioIfAny, useRadioState } from "./useRadio.tsx";

/** The radio in the home page's rail; nothing if the edition has no radio. */
export function OnAir() {
  return useRadioIfAny() && <Panel />;
}

function Panel() {
  const texts = useTexts().radio;
  const radio = useRadio();
  const { title, subtitle } = radio.info;
  const fetched = useFetchedNowPlaying();
  const now = useRadioState(({ now }) => now) ?? fetched;
  const track = getTrack(now);
  const error = useRadioState((state) => getErrorText(state, texts));
  return (
    <section className={styles.panel} aria-labelledby="on-air">
      <h2 id="on-air" data-recorded={isRecorded(now) || undefined}>
        {texts.onAir}
      </h2>
      <p className={styles.track}>
        {track ? [track.title, track.artist].filter(Boolean).join(", ") : isRecorded(now) ? texts.recorded : texts.live}
      </p>
      {/* Without JavaScript, the button submits the form and thereby opens the radio page. */}
      <form className={styles.controls} action={RADIO_PATH}>
        <PlayButton size="small" />
        <Link to={RADIO_PATH} prefetch="intent">
          {isRecorded(now) ? getTitle(title, now, texts) : `${title} · ${subtitle}`}
        </Link>
      </form>
      {error && <p className={styles.error}>{error}</p>}
    </section>
  );
}

/** Fetches the current track once: a stream of updates would keep the station connected without any listener. */
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

/** Fetches a station's current track; returns null on failure. */
async function fetchNowPlaying(nowUrl: string, signal: AbortSignal): Promise<NowPlaying | null> {
  try {
    const response = await fetch(nowUrl, { headers: { accept: "application/json" }, signal });
    return response.ok ? ((await response.json()) as StationView).now : null;
  } catch {
    return null;
  }
}
