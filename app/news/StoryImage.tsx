import { preload } from "react-dom";
import { skylinePath } from "../../core/addresses.ts";
import { getImagePath, toSrcSet } from "../../core/imageSizes.ts";
import type { DrawnStory } from "../../server/news/views.ts";
import styles from "./StoryImage.module.css";

interface StoryImageProps {
  story: DrawnStory;
  /** The image's `sizes` attribute: its width in the layout. */
  sizes: string;
  /** True for the page's main image, which loads eagerly and with high priority. */
  isMain?: boolean;
  className?: string | undefined;
  /** True if a caption repeats the image's description. `alt` is then empty, so screen readers read the text once. */
  hasCaption?: boolean;
}

/** A story's photo over its drawing. The drawing shows until the photo has loaded, and if the story has none. */
export function StoryImage({ story, sizes, isMain = false, className = "", hasCaption = false }: StoryImageProps) {
  const { image, slug, section } = story;
  const getLoading = (isFirst: boolean) =>
    ({
      loading: isFirst ? "eager" : "lazy",
      decoding: "async",
      fetchPriority: isFirst ? "high" : undefined,
    }) as const;
  if (image && isMain) {
    // The preload names only AVIF files. Browsers without AVIF ignore it.
    const format = { as: "image", type: "image/avif", imageSrcSet: toSrcSet(image, "avif") } as const;
    preload(getImagePath(image), { ...format, imageSizes: sizes, fetchPriority: "high" });
  }
  return (
    <span className={`${styles.frame} ${styles[section.tone]} ${className}`}>
      <img
        src={skylinePath(slug, section.tone, section.scenery)}
        alt=""
        width={320}
        height={180}
        {...getLoading(isMain && !image)}
      />
      {image && (
        <picture>
          <source type="image/avif" srcSet={toSrcSet(image, "avif")} sizes={sizes} />
          <img
            className={styles.photo}
            data-focus={image.focus}
            src={getImagePath(image)}
            srcSet={toSrcSet(image, "webp")}
            sizes={sizes}
            alt={hasCaption ? "" : image.alt}
            width={image.width}
            height={image.height}
            {...getLoading(isMain)}
          />
        </picture>
      )}
    </span>
  );
}
