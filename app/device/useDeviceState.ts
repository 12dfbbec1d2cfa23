import { useEffect, useState, useSyncExternalStore } from "react";
import type { SectionLink } from "../../server/editions/public.ts";
import type { DeviceData } from "./deviceData.ts";
import { type DeviceState, EMPTY, isFollowed, readState, subscribe } from "./deviceState.ts";

export function useDeviceState(): DeviceState {
  return useSyncExternalStore(subscribe, readState, () => EMPTY);
}

/** Returns the sections with those first that are followed on this device. */
export function useFollowedFirst(sections: readonly SectionLink[]): readonly SectionLink[] {
  const follows = useDeviceState().summary?.follows ?? [];
  const followed = sections.filter(({ slug }) => isFollowed(follows, "section", slug));
  return [...followed, ...sections.filter((section) => !followed.includes(section))];
}

/** Returns all stored data: null until it has been read, "none" when the browser stores nothing. */
export function useDeviceData(): DeviceData | "none" | null {
  const { version } = useDeviceState();
  const [data, setData] = useState<DeviceData | "none" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each change
  useEffect(() => {
    let isStale = false;
    import("./deviceStorage.ts")
      .then(({ readData }) => readData())
      .catch(() => "none" as const)
      .then((data) => !isStale && setData(data));
    return () => {
      isStale = true;
    };
  }, [version]);
  return data;
}
