import { useEffect } from "react";
import { useLocation } from "react-router";
import { hasDatabase, whenIdle } from "../device/deviceState.ts";
import { postToWorker, registerWorker } from "../device/workerMessages.ts";
import { isMetered, isSavingData } from "../ui/saveData.ts";
import { useChoice } from "../ui/theme.ts";

/**
 * Registers the service worker when the page is idle, unless the connection is metered, and makes it cache each opened
 * page. Updates copies on the device. Renders nothing: reading the choice of photos after hydration makes a
 * component render again, so this one has no children.
 */
export function ServiceWorker(): null {
  const { pathname, search } = useLocation();
  const photos = useChoice("pictures");
  useEffect(() => {
    if (!isMetered()) whenIdle(() => void registerWorker());
  }, []);
  useEffect(() => whenIdle(() => void updateCopies()), []);
  useEffect(() => {
    // The message makes the worker fetch the page a second time. Without it, the worker still caches loaded pages.
    if (isSavingData()) return;
    const post = () => postToWorker({ type: "visited", path: pathname + search, pictures: findLoadedImages() });
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

/**
 * Deletes copies of what was taken down, and replaces those of own stories that have changed. Devices that cannot have
 * copies, such as at a first visit, load no code for it.
 */
async function updateCopies(): Promise<void> {
  if (!navigator.serviceWorker?.controller && !(await hasDatabase())) return;
  const module = await import("../device/updateCopies.ts").catch(() => null);
  await module?.updateCopies();
}

/** Returns the paths of the images from this site that have loaded. */
function findLoadedImages(): string[] {
  const site = `${window.location.origin}/`;
  const loaded = Array.from(document.images).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return loaded.flatMap(({ currentSrc }) => (currentSrc.startsWith(site) ? [currentSrc.slice(site.length - 1)] : []));
}
