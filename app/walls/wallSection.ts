import type { PublicEdition, SectionLink } from "../../server/editions/public.ts";
/** The section is all of a query that makes another wall. */
export const SECTION_QUERY = {
  section: (value: string, _params: unknown, { sections }: Pick<PublicEdition, "sections">) =>
    sections.some(({ slug }) => slug === value),
};

/** The section that a wall is asked for; null where it is asked for all of them, or for one that is not there. */
export function sectionOfWall({ url }: Request, { sections }: Pick<PublicEdition, "sections">): SectionLink | null {
  const wanted = new URL(url).searchParams.get("section");
  return sections.find(({ slug }) => slug === wanted) ?? null;
}
