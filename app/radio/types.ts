import type { PublicEdition } from "../../server/editions/public.ts";
import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";
import type { PlayerEvent, PlayerState } from "./player.ts";

/** The radio as pages are told of it: without what plays at the moment, which is asked for. */
export interface RadioInfo {
  title: string;
  subtitle: string;
  description: string;
  stations: Omit<StationView, "now">[];
}

/** All that the page shows of the radio. */
export interface RadioState {
  player: PlayerState;
  now: NowPlaying | null;
  isOnline: boolean;
}

/** The one radio of a page: components read it by `useRadio`, and tell it what the reader does. */
export interface Radio {
  info: RadioInfo;
  /** The state in the page as the server sends it. */
  initial: RadioState;
  state(): RadioState;
  subscribe(listener: () => void): () => void;
  tell(event: PlayerEvent): void;
  toggle(): void;
  /** Follows what is playing also while the radio is off. @returns how to be done with it */
  follow(): () => void;
  station(): Omit<StationView, "now">;
  /** The element that sounds, for what shows how loud it is. */
  element(): HTMLAudioElement | null;
  /** Takes the element up that is to sound, and the device's memory. @returns how to let it go */
  begin(audio: HTMLAudioElement, edition: PublicEdition): () => void;
}
