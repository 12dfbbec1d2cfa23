import { useEffect, useRef, useState } from "react";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./Cover.module.css";
import placeholder from "./placeholder.svg?no-inline";

interface CoverProps {
  src: string;
  /** The book's title, used as the alternative text. */
  title: string;
  /** True on the first screen, where covers load eagerly. */
  isFirst?: boolean;
}

/** A book's cover, replaced once by a placeholder if it fails to load. */
export function Cover({ src, title, isFirst = false }: CoverProps) {
  const image = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // Client-rendered images load lazily: React requests an eager one before it is in the page, and again if that failed.
  const isEager = !useHasScripts() && isFirst;

  // A server-rendered cover may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setHasFailed(true);
  }, []);

  return (
    <img
      ref={image}
      className={styles.cover}
      src={hasFailed ? placeholder : src}
      alt={title}
      width={320}
      height={480}
      loading={isEager ? "eager" : "lazy"}
      decoding="async"
      onError={() => setHasFailed(true)}
    />
  );
}
