import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { wordsOfTime } from "./cachedAt.ts";
import styles from "./OfflineNotice.module.css";

/** These show what is on the device, however old the page around it is. */
const OF_THE_DEVICE = ["/saved", "/offline"];

/**
 * Says that a page is a kept copy, and how old it is. The service worker writes when a copy was kept into the page; its room
 * is there from the first paint (styles/reading.css).
 */
export function KeptLine() {
  const { pathname } = useLocation();
  const keptAt = useSyncExternalStore(never, readKeptAt, () => null);
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  // It is said of the page that was loaded; one to which the router leads comes from the network.
  const isFirst = useSyncExternalStore(
    never,
    () => pathname === loadedPath(),
    () => true,
  );
  if (keptAt === null) return null;
  return (
    <p className={styles.line} role="status" data-kept-line="">
      {isOnline ? "The connection does not answer." : "You are offline."}{" "}
      {isFirst && !OF_THE_DEVICE.includes(pathname) && (
        <>
          This page was kept at <time dateTime={new Date(keptAt).toISOString()}>{wordsOfTime(keptAt, Date.now())}</time>
        </>
      )}
    </p>
  );
}

const never = () => () => {};

function readKeptAt(): number | null {
  return Number(document.documentElement.dataset.keptAt) || null;
}

let first: string | undefined;

function loadedPath(): string {
  first ??= new URL(performance.getEntriesByType("navigation")[0]?.name ?? window.location.href).pathname;
  return first;
}

function onConnection(listener: () => void): () => void {
  for (const name of ["online", "offline"]) window.addEventListener(name, listener);
  return () => {
    for (const name of ["online", "offline"]) window.removeEventListener(name, listener);
  };
}
