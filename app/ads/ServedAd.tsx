import { useEffect, useRef, useState } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { askAdServer } from "./askAdServer.ts";
import { type House, HouseAd } from "./HouseAd.tsx";
import styles from "./ServedAd.module.css";

interface ServedAdProps {
  /** Such as "970x90". */
  size: string;
  served: NonNullable<PublicEdition["ads"][number]["served"]>;
  house: House;
}

/** How far from the reader's view a slot begins to be filled. */
const NEAR = "200px 0px";

/**
 * A slot that the edition's ad server fills. Nothing of the server is loaded before the slot comes near the reader's view.
 * The house advertisement stands until the server's is there to be seen, and for good where it never is.
 */
export function ServedAd({ size, served, house }: ServedAdProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const place = holder.current;
    if (!place) return;
    const leaving = new AbortController();
    const observer = new IntersectionObserver(
      async (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // The server's advertisement does not shrink with the screen as ours do.
        if ((place.parentElement?.offsetWidth ?? 0) < Number.parseInt(size, 10)) return;
        if (await askAdServer(place, served, leaving.signal)) setFilled(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place);
    return () => {
      leaving.abort();
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
