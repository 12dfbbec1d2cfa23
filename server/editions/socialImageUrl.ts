import { createHash } from "node:crypto";
import type { Card } from "../../core/picture.ts";
import type { Edition } from "./load.ts";
import type { SectionFile } from "./schema.ts";

/** What networks ask for: a picture of this size is shown whole. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/**
 * The card of a story. What the card shows is digested into its address, so that a story with a new headline has a new card
 * and caches may keep the old one for ever.
 */
export function cardOf(
  {
    slug,
    title,
    section,
    picture,
  }: {
    slug: string;
    title: string;
    section: Pick<SectionFile, "name" | "tone">;
    picture: { key: string; alt: string } | null;
  },
  edition: Edition,
): Card {
  const version = digestOf(edition, [slug, title, section.name, section.tone, picture?.key]);
  return {
    src: `/cards/${version}/${encodeURIComponent(slug)}.jpg`,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    alt: picture?.alt || title,
  };
}

/** The card of every page that is no story: the edition's name and tagline. */
export function cardOfEdition(edition: Edition): Card {
  const version = digestOf(edition, [edition.tagline]);
  return { src: `/cards/${version}.jpg`, width: CARD_WIDTH, height: CARD_HEIGHT, alt: edition.name };
}

/** Raised when cards are drawn differently. */
const DRAWING = 1;

function digestOf({ nameplate, emblem }: Edition, parts: unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify([DRAWING, nameplate, emblem, ...parts]))
    .digest("base64url")
    .slice(0, 12);
}
