import { useSyncExternalStore } from "react";

const query = matchMedia("(min-width: 1100px)");

/** Returns true if the window has room for the fields beside the text. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, hasRoomBeside);
}

/** Returns the value of `useIsWide`, for use outside of components. */
export function hasRoomBeside(): boolean {
  return query.matches;
}

function subscribe(onChange: () => void): () => void {
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
