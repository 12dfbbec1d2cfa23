import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

const ASK_EVERY_MS = 1000;

/** Asks for the page's data again, once a second, while something on it is still loading and somebody is looking. */
export function useFilling(isLoading: boolean): void {
  const { revalidate, state } = useRevalidator();
  const isAsking = useRef(false);

  useEffect(() => {
    isAsking.current = state !== "idle";
  }, [state]);

  // Not by the end of the last question: an answer that comes at once may be drawn together with it, and nothing would end.
  useEffect(() => {
    if (!isLoading) return;
    const ask = () => {
      if (!document.hidden && !isAsking.current) void revalidate();
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [isLoading, revalidate]);
}
