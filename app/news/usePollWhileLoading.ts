import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

const POLL_INTERVAL_MS = 1000;

/** Reloads the page's data every second while `isLoading` is true and the tab is visible. */
export function usePollWhileLoading(isLoading: boolean): void {
  const { revalidate, state } = useRevalidator();
  const isRevalidating = useRef(false);

  useEffect(() => {
    isRevalidating.current = state !== "idle";
  }, [state]);

  // Polls with a timer rather than an effect on `state`: if a response arrives within one render, `state` never
  // changes.
  useEffect(() => {
    if (!isLoading) return;
    return pollWhileVisible(() => {
      if (!isRevalidating.current) void revalidate();
    }, POLL_INTERVAL_MS);
  }, [isLoading, revalidate]);
}

/** Calls `poll` when the tab becomes visible, and at each interval while it is visible. Returns a stop function. */
export function pollWhileVisible(poll: () => void, intervalMs: number): () => void {
  const pollIfVisible = () => {
    if (!document.hidden) poll();
  };
  const timer = setInterval(pollIfVisible, intervalMs);
  document.addEventListener("visibilitychange", pollIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", pollIfVisible);
  };
}
