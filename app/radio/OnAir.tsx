import { useEffect, useState } from "react";
import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import { Link } from "../ui/Link.tsx";
import { errorOf, trackOf } from "./messages.ts";
import { askNow } from "./nowPlaying.ts";
import styles from "./OnAir.module.css";
import { PlayButton } from "./PlayButton.tsx";
import { RADIO_PATH } from "./RadioBar.tsx";
import { useRadio, useRadioIfAny, useRadioState } from "./useRadio.tsx";

/** The radio in the rail of the home page; nothing where the edition has none. */
export function OnAir() {
  return useRadioIfAny() && <Panel />;
}

function Panel() {
  const radio = useRadio();
  const { title, subtitle } = radio.info;
  const asked = useNowOnce();
  const track = trackOf(useRadioState(({ now }) => now)) ?? trackOf(asked);
  const error = useRadioState(({ player }) => errorOf(player));
  return (
    <section className={styles.panel} aria-labelledby="on-air">
      <h2 id="on-air">On air now</h2>
      <p className={styles.track}>
        {track ? [track.title, track.artist].filter(Boolean).join(", ") : "Live programming from the station stream."}
      </p>
      {/* A form, so that without JavaScript the button leads to the radio's page. */}
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

/** What plays when the page is opened. It is not followed while nobody listens. */
function useNowOnce(): NowPlaying | null {
  const radio = useRadio();
  const { nowUrl } = useRadioState(() => radio.station());
  const [now, setNow] = useState<NowPlaying | null>(null);
  useEffect(() => {
    let isWanted = true;
    void askNow(nowUrl).then((now) => isWanted && setNow(now));
    return () => {
      isWanted = false;
    };
  }, [nowUrl]);
  return now;
}
