import { articlePath } from "../../../core/addresses.ts";
import type { Edition } from "../../editions/load.ts";
import type { NewsletterFile } from "../../editions/newsletter.ts";
import type { Briefing } from "../briefing.ts";

/** An edition that has a briefing. */
export type BriefedEdition = Edition & { newsletter: NewsletterFile };

/** All that a mail is written from, as HTML and as text. */
export interface Letter {
  briefing: Briefing;
  /** "Thursday, April 17, 2025". */
  day: string;
  edition: Pick<Edition, "name" | "nameplate" | "language">;
  title: string;
  /** The postal address, a line each. */
  address: readonly string[];
  links: Links;
}

/** Where a mail's links lead, absolute. */
export interface Links {
  site: string;
  archive: string;
  preferences: string;
  unsubscribe: string;
}

/** @param date the issue's, such as 2025-04-17 */
export function letterOf(briefing: Briefing, edition: BriefedEdition, date: string, links: Links): Letter {
  const { name, nameplate, language, newsletter, contact } = edition;
  const day = dayOf(date, language);
  const address = contact.visit.address;
  return { briefing, day, edition: { name, nameplate, language }, title: newsletter.title, address, links };
}

/** Our own address of a story's photograph, as mail programs can show it. */
export function pictureAddressIn(siteUrl: string, slug: string): string {
  return `${siteUrl}/newsletter/pictures/${encodeURIComponent(slug)}.jpg`;
}

export function storyAddressIn(siteUrl: string, slug: string): string {
  return siteUrl + articlePath(slug);
}

/** "Thursday, April 17, 2025". */
export function dayOf(date: string, language: string): string {
  return Temporal.PlainDate.from(date).toLocaleString(language, { dateStyle: "full" });
}

export function hasBriefing(edition: Edition): edition is BriefedEdition {
  return edition.newsletter !== undefined;
}
