import { hash } from "node:crypto";
import type { SocialImage } from "../../core/imageSizes.ts";
import { toDrawnLook } from "./look/drawnLook.ts";
import type { StyledEdition } from "./look/lookStyle.ts";
import type { EditionConfig, SectionConfig } from "./schema.ts";

type Masthead = Pick<EditionConfig, "nameplate" | "emblem"> & StyledEdition;

interface IllustratedStory {
  slug: string;
  title: string;
  section: Pick<SectionConfig, "name" | "tone" | "scenery">;
  image: { key: string; alt: string } | null;
  /** Publisher of a feed's story. */
  source: string | null;
}

/** Width in pixels. With the height below, the size that social networks show without cropping. */
export const SOCIAL_IMAGE_WIDTH = 1200;
export const SOCIAL_IMAGE_HEIGHT = 630;
/** Raise this when social images, mail images or icons are drawn differently, so that stored ones are replaced. */
export const DRAWING_REVISION = 2;

/** Returns a story's social image, whose URL contains a digest of the content, so that caches may store it forever. */
export function getStorySocialImage(
  { slug, title, section, image, source }: IllustratedStory,
  edition: Masthead,
): SocialImage {
  const version = hashSocialImage(edition, [
    slug,
    title,
    section.name,
    section.tone,
    image?.key,
    ...(section.scenery ? [section.scenery] : []),
    ...(source === null ? [] : [{ source }]),
  ]);
  return toSocialImage(`/cards/${version}/${encodeURIComponent(slug)}.jpg`, image?.alt || title);
}

/** Returns the social image of all pages that are not stories, with the edition's nameplate and tagline. */
export function getEditionSocialImage(edition: Masthead & Pick<EditionConfig, "name" | "tagline">): SocialImage {
  return toSocialImage(`/cards/${hashSocialImage(edition, [edition.tagline])}.jpg`, edition.name);
}

function toSocialImage(src: string, alt: string): SocialImage {
  return { src, width: SOCIAL_IMAGE_WIDTH, height: SOCIAL_IMAGE_HEIGHT, alt };
}

function hashSocialImage({ nameplate, emblem, ...styled }: Masthead, parts: unknown[]): string {
  const drawn = toDrawnLook(styled);
  return hashDrawing(DRAWING_REVISION, [nameplate, emblem, ...(drawn ? [drawn] : []), ...parts]);
}

/** Returns a version for a drawn image's URL or file name: a digest of everything that affects the drawing. */
export function hashDrawing(revision: number, parts: unknown[]): string {
  return hash("sha256", JSON.stringify([revision, ...parts]), "base64url").slice(0, 12);
}
