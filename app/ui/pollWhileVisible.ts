/**
 * Calls `poll` at each interval and whenever the tab becomes visible, but never while it is hidden.
 *
 * @returns a function that stops it
 */
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
