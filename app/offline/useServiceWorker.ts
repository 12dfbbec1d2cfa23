import { useEffect } from "react";
import { useLocation } from "react-router";
import { tellWorker, whenIdle } from "../device/savedStories.ts";
import { useChoice } from "../ui/useStoredChoice.ts";

/** Starts the service worker once the page has nothing else to do, and tells it which pages the reader opens. */
export function useWorker(): void {
  const { pathname, search } = useLocation();
  const pictures = useChoice("pictures");
  useEffect(() => {
    const isOff = document.documentElement.dataset.workerOff !== undefined;
    if (isOff || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    whenIdle(() => void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {}));
  }, []);
  useEffect(() => {
    const tell = () => tellWorker({ type: "visited", path: pathname + search, pictures: picturesSeen() });
    whenIdle(tell);
    // The first page is taken over by the worker while it is open.
    navigator.serviceWorker?.addEventListener("controllerchange", tell);
    return () => navigator.serviceWorker?.removeEventListener("controllerchange", tell);
  }, [pathname, search]);
  useEffect(() => {
    if (pictures !== null) tellWorker({ type: "pictures", isWanted: pictures === "all" });
  }, [pictures]);
}

/** Pictures of this site that have come, as addresses from the first slash. */
function picturesSeen(): string[] {
  const own = `${window.location.origin}/`;
  const seen = Array.from(document.images).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  return seen.flatMap(({ currentSrc }) => (currentSrc.startsWith(own) ? [currentSrc.slice(own.length - 1)] : []));
}
