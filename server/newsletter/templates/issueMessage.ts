import { articlePath } from "../../../core/addresses.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { Briefing } from "../issues/subscriberBriefing.ts";
import type { TokenOwner, Tokens } from "../subscribing/tokens.ts";

/** Data of a mail for the HTML and text templates. */
export interface IssueMessage {
  briefing: Briefing;
  /** Day such as "Thursday, April 17, 2025". */
  day: string;
  edition: Pick<Edition, "name" | "nameplate" | "language" | "look">;
  title: string;
  /** Lines of the postal address. */
  postalAddress: readonly string[];
  links: IssueLinks;
}

/** Absolute URLs in a mail; `site` has no trailing slash. */
export type IssueLinks = Record<"site" | "archive" | "preferences" | "unsubscribe", string>;

/** Content of a mail before it is encoded. */
export type RenderedIssue = Record<"subject" | "html" | "text", string>;

/** An invented subscriber, whose token serves as the placeholder for real tokens. No real subscriber has the id 0. */
export const PLACEHOLDER_OWNER: TokenOwner = { id: 0, secret: "" };

/** Returns a mail's links. Personal links contain a placeholder in place of the subscriber's token. */
export function createPlaceholderLinks(tokens: Tokens, siteUrl: string, date: string): IssueLinks {
  return {
    site: siteUrl,
    archive: `${siteUrl}/newsletter/${date}`,
    preferences: tokens.preferencesUrl(siteUrl, PLACEHOLDER_OWNER),
    unsubscribe: tokens.unsubscribeUrl(siteUrl, PLACEHOLDER_OWNER),
  };
}

export function getStoryUrl(siteUrl: string, slug: string): string {
  return siteUrl + articlePath(slug);
}
