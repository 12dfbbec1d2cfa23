import { preload } from "react-dom";
import { skylinePath } from "../../core/addresses.ts";
import { plainAddress, srcSetOf } from "../../core/picture.ts";
import type { Picture as Photograph, Story } from "../../server/news/views.ts";
import styles from "./StoryImage.module.css";

interface PictureProps {
  story: Story;
  /** How wide the picture is shown, as the attribute `sizes` has it. */
  sizes: string;
  /** For the one picture that readers wait for. */
  isFirst?: boolean;
  className?: string | undefined;
  /** For pages that print the photograph's description under it, so that it is not read aloud twice. */
  hasCaption?: boolean;
}

/** A story's photograph, or its skyline where we have none. */
export function Picture({ story, sizes, isFirst = false, className = "", hasCaption = false }: PictureProps) {
  const { picture, slug, section } = story;
  return (
    <span className={`${styles.frame} ${styles[story.section.tone]} ${className}`}>
      {picture ? (
        <PhotographImage picture={picture} sizes={sizes} isFirst={isFirst} alt={hasCaption ? "" : picture.alt} />
      ) : (
        <img
          src={skylinePath(slug, section.tone)}
          alt=""
          width={320}
          height={180}
          loading={isFirst ? "eager" : "lazy"}
          decoding="async"
          fetchPriority={isFirst ? "high" : "auto"}
        />
      )}
    </span>
  );
}

interface PhotographProps {
  picture: Photograph;
  sizes: string;
  isFirst: boolean;
  alt: string;
}

function PhotographImage({ picture, sizes, isFirst, alt }: PhotographProps) {
  const avif = srcSetOf(picture, "avif");
  const src = plainAddress(picture);
  // Browsers that do not know the format do not follow the hint.
  if (isFirst)
    preload(src, { as: "image", type: "image/avif", imageSrcSet: avif, imageSizes: sizes, fetchPriority: "high" });
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        className={styles.photograph}
        src={src}
        srcSet={srcSetOf(picture, "webp")}
        sizes={sizes}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
        fetchPriority={isFirst ? "high" : "auto"}
      />
    </picture>
  );
}
