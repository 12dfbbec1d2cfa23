import { showToDevice } from "./mediaSession.ts";
import { followNow, type NowFollower } from "./nowPlaying.ts";
import { openOtherWindows } from "./otherWindows.ts";
import { isOn, newPlayer, type PlayerState, reduce } from "./player.ts";
import { openSound } from "./sound.ts";
import { keep, readKept } from "./storedVolume.ts";
import type { Radio, RadioInfo, RadioState } from "./types.ts";

export function openRadio(info: RadioInfo): Radio {
  const listeners = new Set<() => void>();
  const ports = info.stations.map(({ port }) => port);
  const initial: RadioState = { player: newPlayer(ports[0] ?? 0), now: null, isOnline: true };
  let state = initial;
  let audio: HTMLAudioElement | null = null;
  let afterChange: ((before: PlayerState, after: PlayerState) => void) | null = null;
  let follower: NowFollower | null = null;
  let followers = 0;

  const radio: Radio = {
    info,
    initial,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(event) {
      const before = state.player;
      const player = reduce(before, event);
      if (player === before) return;
      set({ player });
      afterChange?.(before, player);
    },
    toggle: () => radio.tell(isOn(state.player) ? { type: "pause" } : { type: "play", at: Date.now() }),
    follow() {
      followers++;
      look();
      return () => {
        followers--;
        look();
      };
    },
    station: () => info.stations.find(({ port }) => port === state.player.station) ?? firstOf(info),
    element: () => audio,
    begin(element, edition) {
      audio = element;
      const sound = openSound(element, radio);
      const device = showToDevice(radio, edition);
      const others = openOtherWindows(() => radio.tell({ type: "elsewhere" }));
      afterChange = (before, after) => {
        sound.follow(before, after);
        if (isOn(after) && !isOn(before)) others.begin();
        look();
        if (isKeptOtherwise(before, after)) keep(after);
      };
      radio.tell({ type: "remembered", kept: readKept(ports) });
      const unsubscribe = radio.subscribe(device.show);
      const online = () => set({ isOnline: navigator.onLine });
      online();
      for (const name of ["online", "offline"]) window.addEventListener(name, online);
      look();
      return () => {
        for (const name of ["online", "offline"]) window.removeEventListener(name, online);
        unsubscribe();
        afterChange = null;
        sound.close();
        device.close();
        others.close();
        follower?.close();
        follower = null;
      };
    },
  };
  return radio;

  function set(change: Partial<RadioState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** What is playing is asked for while somebody listens, or looks at the player. */
  function look() {
    const { nowUrl } = radio.station();
    const isWanted = audio !== null && (followers > 0 || isOn(state.player));
    if (isWanted && follower?.nowUrl === nowUrl) return;
    if (follower) set({ now: null });
    follower?.close();
    follower = isWanted ? followNow(nowUrl, (now) => set({ now })) : null;
  }
}

function firstOf({ stations: [first] }: RadioInfo) {
  if (!first) throw new Error("A radio has one station at least.");
  return first;
}

function isKeptOtherwise(before: PlayerState, after: PlayerState): boolean {
  return (
    before.volume !== after.volume ||
    before.isMuted !== after.isMuted ||
    before.station !== after.station ||
    isOn(before) !== isOn(after)
  );
}
