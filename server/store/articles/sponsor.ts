import { z } from "zod";
import { parseStored } from "../storedJson.ts";

/**
 * Relation of a sponsor to a story. `paid`: the sponsor bought the story, which is advertising. `underwritten`: the
 * sponsor supports the reporting.
 */
export const SPONSOR_KINDS = ["paid", "underwritten"] as const;

/** Sponsor of a staff story, as stored. */
export const sponsorSchema = z.object({
  name: z.string(),
  kind: z.enum(SPONSOR_KINDS),
  /** URL of the sponsor's page. */
  link: z.string().optional(),
  /** URL of the sponsor's logo, an image in the store or on the web. */
  logo: z.string().optional(),
});

export type Sponsor = z.infer<typeof sponsorSchema>;

/** Parses the stored sponsor of an article; null for none. @throws {StoredJsonError} if it is damaged */
export function parseSponsor(json: string | null, slug: string): Sponsor | null {
  return json ? parseStored(sponsorSchema, json, `sponsor of the article ${slug}`) : null;
}
