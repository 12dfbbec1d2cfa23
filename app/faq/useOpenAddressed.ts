import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Opens the question that the address names after its #, now and whenever that changes. Where a page is loaded anew the
 * browser does so by itself, with JavaScript or without; it does not where the router changes the page.
 *
 * @param reveal shows all questions, of which a filter may hide the one that is asked for
 */
export function useOpenAddressed(reveal: () => void): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes where the same address is chosen again
  useEffect(() => {
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) return;
    reveal();
    const question = target.closest("details");
    if (question) question.open = true;
    // What was hidden has its place on the page from the next frame on.
    const frame = requestAnimationFrame(() => target.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash, key, reveal]);
}
