import { useSyncExternalStore } from "react";
import type { Heading } from "../../server/editions/pageText.ts";

/** A heading that came up to here from the top of the window has its section in view; a link brings it to 64. */
const IN_VIEW_AT = 120;

/** The id of the heading whose section is being read; undefined before JavaScript runs. */
export function useHeadingInView(headings: readonly Heading[]): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => headingInView(headings),
    () => undefined,
  );
}

/** The last heading above the line; the first before any is, and the last where the page ends. */
function headingInView(headings: readonly Heading[]): string | undefined {
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 1;
  if (isAtEnd) return headings.at(-1)?.id;
  const passed = headings.findLast(({ id }) => {
    const heading = document.getElementById(id);
    return heading && heading.getBoundingClientRect().top <= IN_VIEW_AT;
  });
  return (passed ?? headings[0])?.id;
}

function subscribe(listener: () => void): () => void {
  for (const event of ["scroll", "resize"]) window.addEventListener(event, listener, { passive: true });
  return () => {
    for (const event of ["scroll", "resize"]) window.removeEventListener(event, listener);
  };
}
