import { useEffect } from "react";
import { useLocation } from "react-router";
import { hasDatabase, whenIdle } from "../device/deviceState.ts";
import { postToWorker, registerWorker } from "../device/workerMessages.ts";
import { useSetting } from "../ui/readerSettings.ts";
import { isMetered, isSavingData } from "../ui/saveData.ts";

/**
 * Registers the service worker when the page is idle and the connection is not metered. Tells the worker about each
 * opened page, so that the worker caches the page. Also updates the copies of stories on the device. This is a separate
 * component, since reading the photos setting causes a second render.
 */
export function ServiceWorker(): null {
  const { pathname, search } = useLocation();
  const photos = useSetting("pictures");
  useEffect(() => {
    if (!isMetered()) whenIdle(() => void registerWorker());
  }, []);
  useEffect(() => whenIdle(() => void updateCopiesIfAny()), []);
  useEffect(() => {
    // The message makes the worker fetch the page a second time, so it is not sent while the reader saves data. Even
    // without the message, the worker caches each page that the browser loads.
    if (isSavingData()) return;
    const post = () => postToWorker({ type: "visited", path: pathname + search, pictures: listLoadedImages() });
    whenIdle(post);
    // On a first visit, the worker takes control only after the page has loaded.
    navigator.serviceWorker?.addEventListener("controllerchange", post);
    return () => navigator.serviceWorker?.removeEventListener("controllerchange", post);
  }, [pathname, search]);
  useEffect(() => {
    if (photos !== null) postToWorker({ type: "pictures", isWanted: photos === "all" });
  }, [photos]);
  return null;
}

/** Loads and runs updateCopies.lazy.ts if the device may have copies. On a reader's first visit, it has none. */
async function updateCopiesIfAny(): Promise<void> {
  if (!navigator.serviceWorker?.controller && !(await hasDatabase())) return;
  const module = await import("../device/updateCopies.lazy.ts").catch(() => null);
  await module?.updateCopies();
}

/** Returns the paths of the images from this site that have loaded. */
function listLoadedImages(): string[] {
  const site = `${window.location.origin}/`;
  const loaded = Array.from(document.images).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return loaded.flatMap(({ currentSrc }) => (currentSrc.startsWith(site) ? [currentSrc.slice(site.length - 1)] : []));
}
