import { useRef, useState } from "react";
import type { Provider } from "../../server/editions/fields.ts";
import { Room } from "./Placeholder.tsx";
import { forgetProvider, rememberProvider, useRememberedProvider } from "./rememberedProviders.ts";
import styles from "./ThirdParty.module.css";
import { ThirdPartyFrame } from "./ThirdPartyFrame.tsx";

interface ThirdPartyProps {
  /** Accessible name of the frame. */
  title: string;
  provider: Provider;
  /** If given, the frame keeps the ratio of width and height. */
  width?: number;
  /** In pixels. */
  height: number;
}

/**
 * A provider's page in a frame. Nothing is requested from the provider before the reader agrees, once or for always on
 * this device. Without JavaScript it is a link.
 */
export function ThirdParty({ title, provider, width, height }: ThirdPartyProps) {
  const { name, url } = provider;
  const { host } = new URL(url);
  const isRemembered = useRememberedProvider(host);
  const [isRequested, setRequested] = useState(false);
  const [always, setAlways] = useState(false);
  const placeholder = useRef<HTMLDivElement>(null);

  function load() {
    if (always) rememberProvider(host);
    show(true);
  }

  function unload() {
    forgetProvider(host);
    setAlways(false);
    show(false);
  }

  function show(isShown: boolean) {
    setRequested(isShown);
    // The focused button disappears; the keyboard goes on from here.
    placeholder.current?.focus({ preventScroll: true });
  }

  const isShown = isRequested || isRemembered;
  return (
    <div className={styles.embed}>
      <Room width={width} height={height} ref={placeholder}>
        {isShown ? (
          <ThirdPartyFrame title={title} url={url} />
        ) : (
          <div className={styles.message}>
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
        )}
      </Room>
      <p className={styles.footer}>
        {isShown && (
          <a href={url} rel="noopener">
            Open at {host}
          </a>
        )}
        {isShown && isRemembered && (
          <button type="button" onClick={unload}>
            Do not load by itself
          </button>
        )}
        {!isShown && isRemembered !== null && (
          <label>
            <input type="checkbox" checked={always} onChange={(event) => setAlways(event.target.checked)} />
            <span>Always load from {host} on this device</span>
          </label>
        )}
      </p>
    </div>
  );
}
