import { hash } from "node:crypto";
import type { SocialImage } from "../../../core/imageSizes.ts";
import { toDrawnLook } from "../look/drawnLook.ts";
import type { StyledEdition } from "../look/lookStyle.ts";
import type { EditionConfig, SectionConfig } from "./schema.ts";

type Masthead = Pick<EditionConfig, "nameplate" | "emblem"> & StyledEdition;

interface IllustratedStory {
  slug: string;
  title: string;
  section: Pick<SectionConfig, "name" | "tone" | "scenery">;
  image: { key: string; alt: string } | null;
  /** Publisher of a feed's story; null for staff stories and samples. */
  source: string | null;
}

/** Width in pixels. Social networks show 1200 × 630 without cropping. */
export const SOCIAL_IMAGE_WIDTH = 1200;
export const SOCIAL_IMAGE_HEIGHT = 630;
/**
 * Version of drawn images: social images, mail images and icons. Raise the version when their drawing changes, so that
 * stored images are drawn again.
 */
export const DRAWING_REVISION = 2;

/** Returns a story's social image. Its URL contains a digest of its content, so caches may store the image forever. */
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

/** Returns the social image of pages without a story. It shows the edition's nameplate and tagline. */
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

/** Creates the version for a drawn image's URL or file name: a digest of everything that affects the drawing. */
export function hashDrawing(revision: number, parts: unknown[]): string {
  return hash("sha256", JSON.stringify([revision, ...parts]), "base64url").slice(0, 12);
}
