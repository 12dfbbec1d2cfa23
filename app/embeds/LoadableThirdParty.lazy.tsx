import { useEffect, useRef, useState } from "react";
import type { Provider } from "../../server/editions/fields.ts";
import { readStoredList, writeStoredList } from "../device/storedList.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { useTexts } from "../language/texts.ts";
import { subscribeTo, useBrowserValue } from "../ui/useBrowserValue.ts";
import { Placeholder } from "./Placeholder.tsx";
import styles from "./ThirdParty.module.css";

/** Key in localStorage for hosts whose pages load without a click. Do not change: readers' devices store it. */
const PROVIDERS_KEY = "providers";
/** Longest wait for a provider's page, in ms. */
const TIMEOUT_MS = 10_000;

/** The provider's page may run scripts and open windows, but not navigate our page. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads";

export interface ThirdPartyProps {
  /** Accessible name of the frame. */
  title: string;
  provider: Provider;
  /** Width of the frame. If it is set, the frame fills the column, with the aspect ratio of `width` and `height`. */
  width?: number;
  /** Height of the frame, in pixels. If `width` is set, only the ratio of `width` and `height` counts. */
  height: number;
}

/** A provider's page in a frame, loaded after the reader agrees. Left out of printed pages. */
export function LoadableThirdParty({ title, provider, width, height }: ThirdPartyProps) {
  const { thirdParty } = useTexts();
  const texts = usePageTexts().thirdParty;
  const { name, url } = provider;
  const { host } = new URL(url);
  const isRemembered = useRememberedProvider(host);
  const [isRequested, setRequested] = useState(false);
  const [isAlwaysChosen, setAlwaysChosen] = useState(false);
  const placeholder = useRef<HTMLDivElement>(null);

  function show(isShown: boolean) {
    if (isAlwaysChosen || !isShown) rememberProvider(host, isShown);
    if (!isShown) setAlwaysChosen(false);
    setRequested(isShown);
    // The focused button disappears, so the focus moves to the placeholder.
    placeholder.current?.focus({ preventScroll: true });
  }

  const isShown = isRequested || isRemembered;
  return (
    <div data-unprinted="">
      <Placeholder width={width} height={height} ref={placeholder}>
        {isShown ? (
          <ThirdPartyFrame title={title} url={url} />
        ) : (
          <div className={styles.message}>
            <p>{thirdParty.notice(name)}</p>
            <button
              type="button"
              className={styles.action}
              onClick={() => show(true)}
              aria-label={texts.loadTitle(host, title)}
            >
              {texts.load(host)}
            </button>
          </div>
        )}
      </Placeholder>
      <p className={styles.footer}>
        {isShown && (
          <a href={url} rel="noopener">
            {thirdParty.openAt(host)}
          </a>
        )}
        {isShown && isRemembered && (
          <button type="button" onClick={() => show(false)}>
            {texts.dont}
          </button>
        )}
        {!isShown && (
          <label>
            <input
              type="checkbox"
              checked={isAlwaysChosen}
              onChange={(event) => setAlwaysChosen(event.target.checked)}
            />
            <span>{texts.always(host)}</span>
          </label>
        )}
      </p>
    </div>
  );
}

/** A provider's page in a frame, or a message if the page did not load in time. */
function ThirdPartyFrame({ title, url }: { title: string; url: string }) {
  const { tryAgain } = useTexts();
  const texts = usePageTexts().thirdParty;
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const { host } = new URL(url);

  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("failed"), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return (
    <>
      <div className={styles.message} hidden={state === "loaded"}>
        <p role="status">
          {state === "loading" && texts.loading(host)}
          {state === "failed" && texts.failed(host)}
        </p>
        {state === "failed" && (
          <p className={styles.actions}>
            <a className={styles.action} href={url} rel="noopener">
              {texts.openItAt(host)}
            </a>
            <button type="button" className={styles.action} onClick={() => setState("loading")}>
              {tryAgain}
            </button>
          </p>
        )}
      </div>
      {state !== "failed" && (
        <iframe
          className={styles.frame}
          src={url}
          title={title}
          sandbox={SANDBOX}
          allow="fullscreen"
          onLoad={() => setState("loaded")}
        />
      )}
    </>
  );
}

const subscribeToStorage = subscribeTo("storage");

/** Stores on this device whether the provider's embeds load without a click. */
function rememberProvider(host: string, isRemembered: boolean): void {
  const others = readStoredList(PROVIDERS_KEY).filter((other) => other !== host);
  writeStoredList(PROVIDERS_KEY, isRemembered ? [...others, host] : others);
  // Browsers send the `storage` event only to other windows, so this line sends it to this window.
  window.dispatchEvent(new StorageEvent("storage", { key: PROVIDERS_KEY }));
}

/** Returns true if the provider's embeds load without a click. */
function useRememberedProvider(host: string): boolean {
  return useBrowserValue(subscribeToStorage, () => readStoredList(PROVIDERS_KEY).includes(host), false);
}
