import type { TokenOwner, Tokens } from "../tokens.ts";
import type { Links } from "./letter.ts";

/** Nobody has this id: a token of it shows where the subscribers' own go, and opens nothing. */
export const NOBODY: TokenOwner = { id: 0, secret: "" };

/** The links of a mail that is nobody's. */
export function linksOfNobody(tokens: Tokens, siteUrl: string, date: string): Links {
  return {
    site: siteUrl,
    archive: `${siteUrl}/newsletter/${date}`,
    preferences: tokens.preferencesAddress(siteUrl, NOBODY),
    unsubscribe: tokens.unsubscribeAddress(siteUrl, NOBODY),
  };
}
