import type { Edition } from "../editions/loading/load.ts";
import type { NewsletterConfig } from "../editions/schema/newsletter.ts";

export type BriefedEdition = Edition & { newsletter: NewsletterConfig };

export function hasBriefing(edition: Edition): edition is BriefedEdition {
  return edition.newsletter !== undefined;
}

/** Returns the slugs of the sections that a subscriber can choose: all but the events section, which has no stories. */
export function getChoosableSections({ sections, embeds }: Edition): string[] {
  return sections.map(({ slug }) => slug).filter((slug) => slug !== embeds.events?.section);
}
