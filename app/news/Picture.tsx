import type { Story } from "../../server/news/views.ts";
import styles from "./Picture.module.css";

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

/** A story's photograph over its skyline, which is there first, and stays where there is no photograph. */
export function Picture({ story, sizes, isFirst = false, className = "", hasCaption = false }: PictureProps) {
  const loading = isFirst ? "eager" : "lazy";
  const { picture, skyline } = story;
  return (
    <span className={`${styles.frame} ${styles[story.section.tone]} ${className}`}>
      <img
        className={styles.skyline}
        src={skyline}
        alt=""
        width={320}
        height={180}
        loading={loading}
        decoding="async"
      />
      {picture && (
        <img
          className={styles.photograph}
          src={picture.src}
          srcSet={picture.srcSet}
          sizes={sizes}
          alt={hasCaption ? "" : picture.alt}
          loading={loading}
          decoding="async"
          fetchPriority={isFirst ? "high" : "auto"}
        />
      )}
    </span>
  );
}
