import type { PublicEdition } from "../../server/editions/public.ts";
import { trackOf } from "./messages.ts";
import { isOn } from "./player.ts";
import type { Radio } from "./types.ts";

/** Shows the radio where the device shows what plays: on the lock screen, in the notification area, on a watch. */
export function showToDevice(radio: Radio, edition: PublicEdition): { show(): void; close(): void } {
  const session = "mediaSession" in navigator ? navigator.mediaSession : null;
  let shown = "";
  const actions: [MediaSessionAction, () => void][] = [
    ["play", () => radio.tell({ type: "play", at: Date.now() })],
    ["pause", () => radio.tell({ type: "pause" })],
    ["stop", () => radio.tell({ type: "close" })],
  ];
  for (const [name, act] of actions) session?.setActionHandler(name, act);

  return {
    show() {
      const { player, now } = radio.state();
      if (!session || player.connections === 0) return;
      session.playbackState = isOn(player) ? "playing" : player.isOpen ? "paused" : "none";
      const track = trackOf(now);
      const title = track?.title ?? radio.info.title;
      const artist = track ? (track.artist ?? radio.station().name) : radio.station().name;
      if (shown === `${artist}\n${title}`) return;
      shown = `${artist}\n${title}`;
      const { src, width, height } = edition.card;
      const artwork = [{ src, sizes: `${width}x${height}`, type: "image/jpeg" }];
      session.metadata = new MediaMetadata({ title, artist, album: edition.name, artwork });
    },
    close() {
      for (const [name] of actions) session?.setActionHandler(name, null);
    },
  };
}
