import type { SectionLink } from "../../server/editions/public.ts";
import { useMarks } from "./useSavedStories.ts";

/** An edition's sections, those first that are followed on this device. */
export function useFollowedFirst(sections: readonly SectionLink[]): readonly SectionLink[] {
  const { marks } = useMarks();
  const followed = new Set(marks?.follows.filter(({ kind }) => kind === "section").map(({ id }) => id));
  if (followed.size === 0) return sections;
  return [...sections.filter(({ slug }) => followed.has(slug)), ...sections.filter(({ slug }) => !followed.has(slug))];
}
