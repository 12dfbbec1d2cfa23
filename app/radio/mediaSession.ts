import type { PublicEdition } from "../../server/editions/public.ts";
import { isActive } from "./player.ts";
import type { RadioState, RadioStore } from "./radioStore.ts";
import { getTrack } from "./statusText.ts";

/** Shows the radio on the device's lock screen and in its media controls. Returns a function that ends this. */
export function connectMediaSession(radio: RadioStore, edition: PublicEdition): () => void {
  if (!("mediaSession" in navigator)) return () => {};
  const session = navigator.mediaSession;
  const handlers: [MediaSessionAction, () => void][] = [
    ["play", () => radio.dispatch({ type: "play", atMs: Date.now() })],
    ["pause", () => radio.dispatch({ type: "pause" })],
    ["stop", () => radio.dispatch({ type: "stop" })],
  ];
  for (const [action, handler] of handlers) session.setActionHandler(action, handler);
  const unsubscribe = radio.subscribe(show);
  return () => {
    unsubscribe();
    for (const [action] of handlers) session.setActionHandler(action, null);
  };

  function show({ player, now }: RadioState) {
    if (player.connections === 0) return;
    session.playbackState = isActive(player) ? "playing" : player.isOpen ? "paused" : "none";
    const track = getTrack(now);
    const title = track?.title ?? radio.info.title;
    const artist = track?.artist ?? radio.getStation().name;
    if (session.metadata?.title === title && session.metadata.artist === artist) return;
    const { src, width, height } = edition.socialImage;
    const artwork = [{ src, sizes: `${width}x${height}`, type: "image/jpeg" }];
    session.metadata = new MediaMetadata({ title, artist, album: edition.name, artwork });
  }
}
