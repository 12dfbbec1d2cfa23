import { useEffect, useState, useSyncExternalStore } from "react";
import { EMPTY, onShelf, type ShelfState, shelfState } from "./savedStories.ts";
import type { Shelf } from "./types.ts";

/** What every page knows of the reader's own. */
export function useMarks(): ShelfState {
  return useSyncExternalStore(onShelf, shelfState, () => EMPTY);
}

/** All that is kept: null while the device is asked, "none" where it keeps nothing. */
export function useShelf(): Shelf | "none" | null {
  const { version } = useMarks();
  const [shelf, setShelf] = useState<Shelf | "none" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again after each change
  useEffect(() => {
    let isLate = false;
    import("./deviceStorage.ts")
      .then(({ readShelf }) => readShelf())
      .then(
        (read) => !isLate && setShelf(read),
        () => !isLate && setShelf("none"),
      );
    return () => {
      isLate = true;
    };
  }, [version]);
  return shelf;
}
