import type { PublicEdition, SectionLink } from "../../server/editions/public.ts";

type Sections = Pick<PublicEdition, "sections">;

/** Query parameters that a wall's address may have, each with its check. */
export const SECTION_QUERY = {
  section: (value: string, _params: unknown, { sections }: Sections) => sections.some(({ slug }) => slug === value),
};

/** Returns the section of the requested wall; null for all sections and for an unknown one. */
export function findWallSection({ url }: Request, { sections }: Sections): SectionLink | null {
  const section = new URL(url).searchParams.get("section");
  return sections.find(({ slug }) => slug === section) ?? null;
}

/** Reads the parameter with which our own pages, which show the alerts themselves, leave them out of a frame. */
export const ALERTS_QUERY = { alerts: (value: string) => value === "none" };
