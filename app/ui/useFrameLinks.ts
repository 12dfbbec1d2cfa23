import { type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";
import { pageBehind } from "./linkedPage.ts";

/** Lets the links in a frame of our own lead on in the page around it without loading it anew, so that its radio plays on. */
export function useFollowedFrame(frame: RefObject<HTMLIFrameElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const path = pageBehind(event, "_top");
      if (path === null) return;
      event.preventDefault();
      void navigate(path, { viewTransition: true });
    };
    const listen = () => element.contentDocument?.addEventListener("click", follow);
    listen();
    element.addEventListener("load", listen);
    return () => {
      element.removeEventListener("load", listen);
      element.contentDocument?.removeEventListener("click", follow);
    };
  }, [frame, navigate]);
}
