import type { SectionLink } from "../../server/editions/public.ts";
import { isFollowed } from "./deviceState.ts";
import { useDeviceState } from "./useDeviceState.ts";

/** Returns the sections with those first that are followed on this device. */
export function useFollowedFirst(sections: readonly SectionLink[]): readonly SectionLink[] {
  const follows = useDeviceState().summary?.follows ?? [];
  const followed = sections.filter(({ slug }) => isFollowed(follows, "section", slug));
  return [...followed, ...sections.filter((section) => !followed.includes(section))];
}
