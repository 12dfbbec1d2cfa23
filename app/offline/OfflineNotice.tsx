import { useLocation } from "react-router";
import { RichText } from "../language/RichText.tsx";
import { useLanguage, useTexts } from "../language/texts.ts";
import { subscribeTo, useBrowserValue, useHasScripts } from "../ui/useBrowserValue.ts";
import { formatLocalTime } from "./localTime.ts";
import styles from "./OfflineNotice.module.css";

/** Pages whose data is on the device, so that their cached copies are never out of date. */
const DEVICE_PAGES = ["/saved", "/offline"];

const subscribeToConnection = subscribeTo("online", "offline");

/** Tells the reader that the connection failed, and how old the cached page is. styles/reading.css reserves space. */
export function OfflineNotice() {
  const texts = useTexts();
  const language = useLanguage();
  const { pathname } = useLocation();
  const hasScripts = useHasScripts();
  const isOnline = useBrowserValue(subscribeToConnection, () => navigator.onLine, true);
  // The name `keptAt` must not change, since service workers of earlier builds write this attribute, too.
  const cachedAt = hasScripts && Number(document.documentElement.dataset.keptAt);
  if (!cachedAt) return null;
  // Only the page that the browser loaded may be a cached copy: the router gets later pages from the network.
  const loadedUrl = performance.getEntriesByType("navigation")[0]?.name ?? window.location.href;
  const isCopy = pathname === new URL(loadedUrl).pathname && !DEVICE_PAGES.includes(pathname);
  return (
    <p className={styles.line} role="status" data-kept-line="">
      {isOnline ? texts.device.noResponse : texts.device.offline}{" "}
      {isCopy && (
        <RichText
          text={texts.device.copySaved}
          parts={[
            <time key="time" dateTime={new Date(cachedAt).toISOString()}>
              {formatLocalTime(cachedAt, Date.now(), language, texts)}
            </time>,
          ]}
        />
      )}
    </p>
  );
}
