import { useEffect, useRef, useState } from "react";
import { useHasScripts } from "../ui/useHydrated.ts";
import styles from "./Cover.module.css";
import placeholder from "./placeholder.svg?no-inline";

interface CoverProps {
  src: string;
  /** The book's title, which is what a cover says. */
  title: string;
  /** For covers that stand on the first screen. */
  isFirst?: boolean;
}

/** A book's cover. One that fails to load is replaced by a placeholder, once: what happens to that changes nothing. */
export function Cover({ src, title, isFirst = false }: CoverProps) {
  const image = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // A page that scripts make begins to load what is eager before it is drawn, and React asks again for what failed by then.
  const isEager = !useHasScripts() && isFirst;

  // A cover of the server's page may have failed before this page listened.
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
