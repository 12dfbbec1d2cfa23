import { useRef, useState } from "react";
import type { Provider } from "../../server/editions/fields.ts";
import { Room } from "./Placeholder.tsx";
import { forgetProvider, hostOf, rememberProvider, useRememberedProvider } from "./providers.ts";
import styles from "./ThirdParty.module.css";
import { ThirdPartyFrame } from "./ThirdPartyFrame.tsx";

interface ThirdPartyProps {
  /** What it is, for who cannot see it. */
  title: string;
  provider: Provider;
  /** For what keeps its proportion and not its height. */
  width?: number;
  /** In pixels. */
  height: number;
}

/**
 * Somebody else's page in a frame. Nothing is asked of the provider before the reader says so, here or once for all on
 * this device. Without JavaScript it is a plain link.
 */
export function ThirdParty({ title, provider, width, height }: ThirdPartyProps) {
  const { name, url } = provider;
  const host = hostOf(url);
  const isRemembered = useRememberedProvider(host);
  const [isAsked, setAsked] = useState(false);
  const [always, setAlways] = useState(false);
  const room = useRef<HTMLDivElement>(null);

  function load() {
    setAsked(true);
    if (always) rememberProvider(host);
    // The button is gone in a moment; who came by the keyboard stays where it was.
    room.current?.focus({ preventScroll: true });
  }

  function forget() {
    forgetProvider(host);
    setAsked(false);
    setAlways(false);
    room.current?.focus({ preventScroll: true });
  }

  if (isAsked || isRemembered)
    return (
      <div className={styles.embed}>
        <Room width={width} height={height} ref={room}>
          <ThirdPartyFrame title={title} url={url} />
        </Room>
        <p className={styles.foot}>
          <a href={url} rel="noopener">
            Open at {host}
          </a>
          {isRemembered && (
            <button type="button" onClick={forget}>
              Do not load by itself
            </button>
          )}
        </p>
      </div>
    );
  return (
    <div className={styles.embed}>
      <Room width={width} height={height} ref={room}>
        <div className={styles.place}>
          <p>This comes from {name}, which learns of your visit once you load it.</p>
          {isRemembered === null ? (
            <a className={styles.action} href={url} rel="noopener">
              Open at {host}
            </a>
          ) : (
            <button type="button" className={styles.action} onClick={load} aria-label={`Load from ${host}: ${title}`}>
              Load from {host}
            </button>
          )}
        </div>
      </Room>
      <p className={styles.foot}>
        {isRemembered !== null && (
          <label>
            <input type="checkbox" checked={always} onChange={(event) => setAlways(event.target.checked)} />
            <span>Always load from {host} on this device</span>
          </label>
        )}
      </p>
    </div>
  );
}
