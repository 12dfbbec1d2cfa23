import type { PublicEdition } from "../../server/editions/public.ts";
import { connectAudioElement } from "./audioElement.ts";
import { connectMediaSession } from "./mediaSession.ts";
import { connectNowPlaying } from "./nowPlayingEvents.ts";
import { isActive } from "./player.ts";
import type { RadioStore } from "./radioStore.ts";
import { connectStoredSettings } from "./storedSettings.ts";

/** Connects the radio with the page and the device. Returns a function that disconnects it. */
export function connectRadio(radio: RadioStore, audio: HTMLAudioElement, edition: PublicEdition): () => void {
  radio.update({ audio });
  const disconnects = [
    connectAudioElement(radio, audio),
    connectMediaSession(radio, edition),
    connectOtherTabs(radio),
    connectStoredSettings(radio),
    connectNetwork(radio),
    // The last one, since it updates the state while others are being notified.
    connectNowPlaying(radio),
  ];
  return () => {
    for (const disconnect of disconnects) disconnect();
  };
}

/** Pauses this tab when the radio starts in another tab of the browser. */
function connectOtherTabs(radio: RadioStore): () => void {
  const channel = new BroadcastChannel("radio");
  channel.addEventListener("message", () => radio.dispatch({ type: "otherTabPlayed" }));
  const unsubscribe = radio.subscribe(({ player }, { player: previous }) => {
    if (isActive(player) && !isActive(previous)) channel.postMessage("play");
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}

function connectNetwork(radio: RadioStore): () => void {
  const update = () => radio.update({ isOnline: navigator.onLine });
  update();
  for (const name of ["online", "offline"]) window.addEventListener(name, update);
  return () => {
    for (const name of ["online", "offline"]) window.removeEventListener(name, update);
  };
}
