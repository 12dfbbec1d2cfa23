import { useEffect, useRef, useState } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { fillFromAdServer } from "./adServer.ts";
import { type House, HouseAd } from "./HouseAd.tsx";
import styles from "./ServedAd.module.css";

interface ServedAdProps {
  /** Width and height in pixels, such as "970x90". */
  size: string;
  served: NonNullable<PublicEdition["ads"][number]["served"]>;
  house: House;
}

/** Distance from the viewport at which a slot starts loading. */
const ROOT_MARGIN = "200px 0px";

/**
 * A slot that the edition's ad server fills. Nothing loads from the server before the slot is near the viewport. The
 * house advertisement shows until the server's is visible.
 */
export function ServedAd({ size, served, house }: ServedAdProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const unmount = new AbortController();
    const observer = new IntersectionObserver(
      async (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // The server's advertisement does not shrink with the screen as ours do.
        if ((element.parentElement?.offsetWidth ?? 0) < Number.parseInt(size, 10)) return;
        if (await fillFromAdServer(element, served, unmount.signal)) setFilled(true);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(element);
    return () => {
      unmount.abort();
      observer.disconnect();
    };
  }, [size, served]);
  return (
    <>
      {!isFilled && <HouseAd house={house} />}
      <div ref={holder} className={styles.holder} inert={!isFilled} />
    </>
  );
}
