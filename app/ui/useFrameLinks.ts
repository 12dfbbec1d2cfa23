import { type RefObject, useEffect } from "react";
import { useLinkNavigation } from "./useLinkNavigation.ts";

/** Follows links in one of our frames through the router of the page around it, so that its radio plays on. */
export function useFollowedFrame(frame: RefObject<HTMLIFrameElement | null>): void {
  const follow = useLinkNavigation("_top");
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const listen = () => element.contentDocument?.addEventListener("click", follow);
    listen();
    element.addEventListener("load", listen);
    return () => {
      element.removeEventListener("load", listen);
      element.contentDocument?.removeEventListener("click", follow);
    };
  }, [frame, follow]);
}
