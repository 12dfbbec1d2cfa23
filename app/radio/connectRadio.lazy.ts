import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { getTexts } from "../language/texts.ts";
import { connectAudioElement } from "./audioElement.ts";
import { connectNowPlaying } from "./nowPlayingEvents.ts";
import { reduce } from "./playerReducer.ts";
import { isActive } from "./playerState.ts";
import type { RadioState, RadioStore } from "./radioStore.ts";
import { getTitle, getTrack } from "./statusText.ts";
import { connectStoredSettings } from "./storedSettings.ts";

/** Connects the radio to the page and the device until `signal` aborts. */
export function connectRadio(radio: RadioStore, audio: HTMLAudioElement, edition: PublicEdition, signal: AbortSignal) {
  const waiting = radio.start(reduce);
  connectAudioElement(radio, audio, signal);
  if ("mediaSession" in navigator) connectMediaSession(radio, edition, navigator.mediaSession, signal);
  connectOtherTabs(radio, signal);
  connectStoredSettings(radio, signal);
  const updateNetwork = () => radio.update({ isOnline: navigator.onLine });
  updateNetwork();
  for (const name of ["online", "offline"]) window.addEventListener(name, updateNetwork, { signal });
  // Comes last: `connectNowPlaying` may react to a change of the state with another change. The subscribers above must
  // be notified of the first change before the second.
  connectNowPlaying(radio, signal);
  // Events that waited for this module get the current time. Otherwise, its loading would count as a stalled stream.
  for (const event of waiting) radio.dispatch("atMs" in event ? { ...event, atMs: Date.now() } : event);
}

/** Pauses this tab when the radio starts in another tab of the browser. */
function connectOtherTabs(radio: RadioStore, signal: AbortSignal): void {
  const channel = new BroadcastChannel("radio");
  channel.addEventListener("message", () => radio.dispatch({ type: "otherTabPlayed" }));
  const unsubscribe = radio.subscribe(({ player }, { player: previous }) => {
    if (isActive(player) && !isActive(previous)) channel.postMessage("play");
  });
  signal.addEventListener("abort", () => {
    unsubscribe();
    channel.close();
  });
}

/** Shows the radio on the device's lock screen and in its media controls. */
function connectMediaSession(radio: RadioStore, edition: PublicEdition, session: MediaSession, signal: AbortSignal) {
  session.setActionHandler("play", () => radio.dispatch({ type: "play", atMs: Date.now() }));
  session.setActionHandler("pause", () => radio.dispatch({ type: "pause" }));
  session.setActionHandler("stop", () => radio.dispatch({ type: "stop" }));
  const unsubscribe = radio.subscribe(show);
  signal.addEventListener("abort", () => {
    unsubscribe();
    for (const action of ["play", "pause", "stop"] as const) session.setActionHandler(action, null);
  });

  function show({ player, now }: RadioState) {
    if (player.connections === 0) return;
    session.playbackState = isActive(player) ? "playing" : player.isOpen ? "paused" : "none";
    const track = getTrack(now);
    const title = track?.title ?? getTitle(radio.info.title, now, getTexts(edition.language).radio);
    const artist = track?.artist ?? radio.getStation().name;
    if (session.metadata?.title === title && session.metadata.artist === artist) return;
    const { src, width, height } = edition.socialImage;
    const artwork = [{ src, sizes: `${width}x${height}`, type: "image/jpeg" }];
    session.metadata = new MediaMetadata({ title, artist, album: edition.name, artwork });
  }
}
