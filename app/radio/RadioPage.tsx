import { useEffect } from "react";
import { PlayerCard } from "./PlayerCard.tsx";
import { formatTime } from "./playerStatus.ts";
import styles from "./RadioPage.module.css";
import { getTrack, isRecorded } from "./statusText.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

export function RadioPage() {
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
          On this page, press <kbd>Space</kbd> to play or pause and <kbd>M</kbd> to mute. The radio keeps playing while
          you read.
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
  const now = useRadioState(({ now }) => now);
  const track = getTrack(now);
  return (
    <section className={styles.now} aria-labelledby="now-playing">
      <h2 id="now-playing">Now Playing</h2>
      {track && (
        <p className={styles.track}>
          {track.title}
          {track.artist && <span className={styles.artist}>{track.artist}</span>}
        </p>
      )}
      <p>
        {isRecorded(now)
          ? "The live stream is down. You’re hearing a recorded program until it returns."
          : "Live programming from the station stream."}
      </p>
      <p className={styles.tip}>
        Tip: if audio does not start, click play because browsers may block autoplay with sound.
      </p>
    </section>
  );
}

function OtherPlayers() {
  const radio = useRadio();
  const { m3u, pls, stream } = useRadioState(radio.getStation);
  return (
    <section className={styles.part} aria-labelledby="other-players">
      <h2 id="other-players">Open in another player</h2>
      <p>For a media player on your computer, stereo or phone:</p>
      <ul className={styles.links}>
        <li>
          <a href={m3u}>M3U playlist</a>
        </li>
        <li>
          <a href={pls}>PLS playlist</a>
        </li>
        <li>
          <a href={stream} rel="nofollow">
            Direct link to the stream
          </a>
        </li>
      </ul>
    </section>
  );
}

function RecentTracks() {
  const history = useRadioState(({ now }) => now?.history) ?? [];
  if (history.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="played">
      <h2 id="played">Recently played</h2>
      <ol className={styles.played}>
        {history.map(({ title, artist, since }) => (
          <li key={since}>
            <time dateTime={since}>{formatTime(since)}</time>
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
