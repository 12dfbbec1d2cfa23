import { useEffect } from "react";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import { useLanguage, useTexts } from "../language/texts.ts";
import headings from "../ui/Headings.module.css";
import { PlayerCard } from "./PlayerCard.tsx";
import { formatTime } from "./playerStatus.ts";
import styles from "./RadioPage.module.css";
import { getTrack, isLive, isRecorded } from "./statusText.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

export function RadioPage() {
  const texts = usePageTexts().radio;
  const radio = useRadio();
  useEffect(() => {
    radio.update({ isPageWatching: true });
    return () => radio.update({ isPageWatching: false });
  }, [radio]);
  return (
    <div className={styles.page}>
      <div className={styles.player}>
        <PlayerCard />
        <p className={styles.keys}>
          <RichText text={texts.keys} parts={[(key) => <kbd>{key}</kbd>, (key) => <kbd>{key}</kbd>]} />
        </p>
      </div>
      <div className={styles.beside}>
        <NowPlayingCard />
        <OtherPlayers />
        <RecentTracks />
      </div>
    </div>
  );
}

function NowPlayingCard() {
  const { stationStream } = useTexts().radio;
  const texts = usePageTexts().radio;
  const now = useRadioState(({ now }) => now);
  const track = getTrack(now);
  return (
    <section className={styles.now} aria-labelledby="now-playing">
      <h2 id="now-playing" className={headings.marked}>
        {texts.nowPlaying}
      </h2>
      {track && (
        <p className={styles.track}>
          {track.title}
          {track.artist && <span className={styles.artist}>{track.artist}</span>}
        </p>
      )}
      <p>{isRecorded(now) ? texts.recorded : isLive(now) ? stationStream : texts.unknown}</p>
      <p className={styles.tip}>{texts.tip}</p>
    </section>
  );
}

function OtherPlayers() {
  const texts = usePageTexts().radio;
  const radio = useRadio();
  const { m3u, pls, stream } = useRadioState(radio.getStation);
  return (
    <section className={styles.part} aria-labelledby="other-players">
      <h2 id="other-players">{texts.others}</h2>
      <p>{texts.othersHint}</p>
      <ul className={styles.links}>
        <li>
          <a href={m3u}>{texts.m3u}</a>
        </li>
        <li>
          <a href={pls}>{texts.pls}</a>
        </li>
        <li>
          <a href={stream} rel="nofollow">
            {texts.direct}
          </a>
        </li>
      </ul>
    </section>
  );
}

function RecentTracks() {
  const texts = usePageTexts().radio;
  const language = useLanguage();
  const history = useRadioState(({ now }) => now?.history) ?? [];
  if (history.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="played">
      <h2 id="played">{texts.recent}</h2>
      <ol className={styles.played}>
        {history.map(({ title, artist, since }) => (
          <li key={since}>
            <time dateTime={since}>{formatTime(since, language)}</time>
            <span>
              {title}
              {artist && <span className={styles.artist}>{artist}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
