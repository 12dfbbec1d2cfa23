import { useEffect, useRef, useState } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { type House, HouseAd } from "./HouseAd.tsx";
import styles from "./SoldAd.module.css";

interface SoldAdProps {
  sold: NonNullable<PublicEdition["ads"][number]["sold"]>;
  house: House;
}

/** A picture that an advertiser has bought. Where it is blocked or missing, the house advertisement stands. */
export function SoldAd({ sold: { advertiser, picture, alt, href }, house }: SoldAdProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    // It may have failed before React listened.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (isBroken) return <HouseAd house={house} />;
  return (
    <a className={styles.sold} href={href} rel="sponsored noopener" title={advertiser}>
      <img ref={image} src={picture} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />
    </a>
  );
}
