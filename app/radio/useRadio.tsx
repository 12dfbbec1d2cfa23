import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { errorOf, statusOf } from "./messages.ts";
import { openRadio } from "./radio.ts";
import type { Radio, RadioInfo, RadioState } from "./types.ts";
import styles from "./useRadio.module.css";

const RadioContext = createContext<Radio | null>(null);

interface RadioProviderProps {
  /** Undefined where the edition has no radio. */
  info: RadioInfo | undefined;
  edition: PublicEdition | undefined;
  children: ReactNode;
}

/**
 * The one radio of all pages. It stands around whatever page there is, one that failed too, so that it plays on from page to
 * page.
 */
export function RadioProvider({ info, edition, children }: RadioProviderProps) {
  const [radio] = useState(() => (info ? openRadio(info) : null));
  return (
    <RadioContext value={radio}>
      {children}
      {radio && edition && <Sound radio={radio} edition={edition} />}
    </RadioContext>
  );
}

/** The edition's radio; null where it has none. */
export function useRadioIfAny(): Radio | null {
  return useContext(RadioContext);
}

/** For what is shown only where there is a radio. */
export function useRadio(): Radio {
  const radio = useRadioIfAny();
  if (!radio) throw new Error("This edition has no radio.");
  return radio;
}

/** What of the radio's state a component shows. `select` returns the same value while nothing of it has changed. */
export function useRadioState<T>(select: (state: RadioState) => T): T {
  const radio = useRadio();
  return useSyncExternalStore(
    radio.subscribe,
    () => select(radio.state()),
    () => select(radio.initial),
  );
}

/** What the player does, in words. */
export function useRadioStatus(): string {
  return useRadioState(({ player, now, isOnline }) => statusOf({ ...player, isOnline }, now));
}

/** The element that sounds. Nothing is loaded into it before the reader presses play. */
function Sound({ radio, edition }: { radio: Radio; edition: PublicEdition }) {
  const element = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (element.current) return radio.begin(element.current, edition);
  }, [radio, edition]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live stream has no captions */}
      <audio ref={element} crossOrigin="anonymous" preload="none" />
      <Announcement />
    </>
  );
}

/** Said to who does not see it. It is there before it has anything to say, or it would not be heard. */
function Announcement() {
  const { info } = useRadio();
  const wasStarted = useRadioState(({ player }) => player.connections > 0);
  const error = useRadioState(({ player }) => errorOf(player));
  const status = useRadioStatus();
  return (
    <p role="status" className={styles.announcement}>
      {wasStarted ? `${info.title}: ${error ? `${error} ` : ""}${status}.` : ""}
    </p>
  );
}
