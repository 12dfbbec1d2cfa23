import { useEffect } from "react";
import { useRevalidator } from "react-router";

const ASK_EVERY_MS = 1000;

/** Asks for the page's data again, once a second, while something on it is still loading and somebody is looking. */
export function useFilling(isLoading: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isLoading || state !== "idle") return;
    const timer = setTimeout(() => {
      if (!document.hidden) revalidate();
    }, ASK_EVERY_MS);
    const onVisible = () => {
      if (!document.hidden) revalidate();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [isLoading, state, revalidate]);
}
