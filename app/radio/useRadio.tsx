import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { createRadioStore, type RadioInfo, type RadioState, type RadioStore } from "./radioStore.ts";
import styles from "./useRadio.module.css";

/**
 * Announces the radio's state to screen readers. Loads when the radio is first started. If loading fails, the radio
 * plays without announcements.
 */
const Announced = lazy(() => import("./Announced.lazy.tsx").catch(() => ({ default: () => <></> })));

const RadioContext = createContext<RadioStore | null>(null);

interface RadioProviderProps {
  /** Undefined if the edition has no radio. */
  info: RadioInfo | undefined;
  edition: PublicEdition | undefined;
  children: ReactNode;
}

/** Holds the radio outside of every page, error pages included, so that the radio keeps playing across navigation. */
export function RadioProvider({ info, edition, children }: RadioProviderProps) {
  const [radio] = useState(() => (info ? createRadioStore(info) : null));
  return (
    <RadioContext value={radio}>
      {children}
      {radio && edition && <Playback radio={radio} edition={edition} />}
    </RadioContext>
  );
}

/** Returns the edition's radio; null if the edition has none. */
export function useRadioIfAny(): RadioStore | null {
  return useContext(RadioContext);
}

/** Returns the edition's radio. @throws {Error} if the edition has none */
export function useRadio(): RadioStore {
  const radio = useRadioIfAny();
  if (!radio) throw new Error("This edition has no radio.");
  return radio;
}

/** Selects a part of the radio's state. While the part is unchanged, `select` must return an identical value. */
export function useRadioState<T>(select: (state: RadioState) => T): T {
  const radio = useRadio();
  return useSyncExternalStore(
    radio.subscribe,
    () => select(radio.getState()),
    () => select(radio.initialState),
  );
}

function Playback({ radio, edition }: { radio: RadioStore; edition: PublicEdition }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const unmount = new AbortController();
    radio.update({ audio: audio.current });
    radio.onFirstUse(() => {
      import("./connectRadio.lazy.ts")
        .then(({ connectRadio }) => {
          if (audio.current && !unmount.signal.aborted) connectRadio(radio, audio.current, edition, unmount.signal);
        })
        .catch(() => radio.fail());
    });
    return () => unmount.abort();
  }, [radio, edition]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live stream has no captions */}
      <audio ref={audio} crossOrigin="anonymous" preload="none" />
      <Announcement />
    </>
  );
}

/** A live region for screen readers, empty at first, since screen readers announce only later additions. */
function Announcement() {
  const radio = useRadio();
  const wasStarted = useRadioState(({ player }) => player.connections > 0);
  return (
    <p role="status" className={styles.announcement}>
      {wasStarted && (
        <Suspense>
          <Announced radio={radio} />
        </Suspense>
      )}
    </p>
  );
}
