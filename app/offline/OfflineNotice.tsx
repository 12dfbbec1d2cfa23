import { useLocation } from "react-router";
import { subscribeTo, useBrowserValue, useHasScripts } from "../ui/useBrowserValue.ts";
import { formatLocalTime } from "./localTime.ts";
import styles from "./OfflineNotice.module.css";

/** These pages show data of the device, which is as new as it can be. */
const DEVICE_PAGES = ["/saved", "/offline"];

const subscribeToConnection = subscribeTo("online", "offline");

/** Says that the page is a cached copy, and from when. styles/reading.css reserves its space before the first paint. */
export function OfflineNotice() {
  const { pathname } = useLocation();
  const hasScripts = useHasScripts();
  const isOnline = useBrowserValue(subscribeToConnection, () => navigator.onLine, true);
  // Workers of earlier builds write this attribute too.
  const cachedAt = hasScripts && Number(document.documentElement.dataset.keptAt);
  if (!cachedAt) return null;
  // Pages that the router opened since then came from the network.
  const loadedUrl = performance.getEntriesByType("navigation")[0]?.name ?? window.location.href;
  const isCopy = pathname === new URL(loadedUrl).pathname && !DEVICE_PAGES.includes(pathname);
  return (
    <p className={styles.line} role="status" data-kept-line="">
      {isOnline ? "The connection does not answer." : "You are offline."}{" "}
      {isCopy && (
        <>
          This page was kept at{" "}
          <time dateTime={new Date(cachedAt).toISOString()}>{formatLocalTime(cachedAt, Date.now())}</time>
        </>
      )}
    </p>
  );
}
