import type { Edition } from "../../editions/load.ts";
import type { NewsletterConfig } from "../../editions/newsletter.ts";

/** Edition that has a briefing. */
export type BriefedEdition = Edition & { newsletter: NewsletterConfig };

export function hasBriefing(edition: Edition): edition is BriefedEdition {
  return edition.newsletter !== undefined;
}
