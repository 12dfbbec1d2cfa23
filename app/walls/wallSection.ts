import type { PublicEdition, SectionLink } from "../../server/editions/derived/publicEdition.ts";

type Sections = Pick<PublicEdition, "sections">;

/** Query parameter that selects a wall's section, with the check of its value. */
export const SECTION_QUERY = {
  section: (value: string, _params: unknown, { sections }: Sections) => sections.some(({ slug }) => slug === value),
};

/** Returns the section of the requested wall; null for all sections, and for an unknown section. */
export function findWallSection({ url }: Request, { sections }: Sections): SectionLink | null {
  const section = new URL(url).searchParams.get("section");
  return sections.find(({ slug }) => slug === section) ?? null;
}

/** Query of frames on our own pages: `alerts=none` leaves out the alerts, which the page around the frame shows. */
export const ALERTS_QUERY = { alerts: (value: string) => value === "none" };
