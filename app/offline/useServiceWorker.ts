import { useEffect } from "react";
import { useLocation } from "react-router";
import { whenIdle } from "../device/deviceState.ts";
import { dropTakenDown } from "../device/dropTakenDown.ts";
import { postToWorker } from "../device/workerMessages.ts";
import { useChoice } from "../ui/theme.ts";

/** Registers the service worker, unless switched off, when the page is idle; makes it cache each opened page. Deletes copies of what was taken down. */
export function useServiceWorker(): void {
  const { pathname, search } = useLocation();
  const photos = useChoice("pictures");
  useEffect(() => {
    const isSwitchedOff = document.documentElement.dataset.workerOff !== undefined;
    if (isSwitchedOff || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    whenIdle(() => void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {}));
  }, []);
  useEffect(() => whenIdle(() => void dropTakenDown()), []);
  useEffect(() => {
    const post = () => postToWorker({ type: "visited", path: pathname + search, pictures: findLoadedImages() });
    whenIdle(post);
    // On a first visit, the worker takes control only after the page has loaded.
    navigator.serviceWorker?.addEventListener("controllerchange", post);
    return () => navigator.serviceWorker?.removeEventListener("controllerchange", post);
  }, [pathname, search]);
  useEffect(() => {
    if (photos !== null) postToWorker({ type: "pictures", isWanted: photos === "all" });
  }, [photos]);
}

/** Returns the paths of the images from this site that have loaded. */
function findLoadedImages(): string[] {
  const site = `${window.location.origin}/`;
  const loaded = Array.from(document.images).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return loaded.flatMap(({ currentSrc }) => (currentSrc.startsWith(site) ? [currentSrc.slice(site.length - 1)] : []));
}
