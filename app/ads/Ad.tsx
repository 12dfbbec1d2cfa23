import { useEffect, useRef, useState } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Ad.module.css";
import { HouseAd } from "./HouseAd.tsx";
import { ServedAd } from "./ServedAd.tsx";

type Slot = PublicEdition["ads"][number];

/** The advertisement of a place, in a space of its size, so that nothing moves when it loads. */
export function Ad({ ads, place }: { ads: Slot[]; place: Slot["place"] }) {
  const slot = ads.find((slot) => slot.place === place);
  if (!slot) return null;
  const { id, size, phone, house, sold, served } = slot;
  return (
    <aside
      className={styles.ad}
      aria-label={`Advertisement ${id}`}
      data-banner={id}
      data-place={place}
      data-phone={phone || undefined}
    >
      <p className={styles.label}>Advertisement</p>
      <div className={styles.space} data-size={size}>
        {sold ? (
          <SoldAd sold={sold} house={house} />
        ) : served ? (
          <ServedAd size={size} served={served} house={house} />
        ) : (
          <HouseAd house={house} />
        )}
      </div>
    </aside>
  );
}

/** An advertiser's image, replaced by the house advertisement if it is blocked or missing. */
function SoldAd({ sold, house }: { sold: NonNullable<Slot["sold"]>; house: Slot["house"] }) {
  const { advertiser, picture, alt, href } = sold;
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    // The image may have failed before hydration.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (isBroken) return <HouseAd house={house} />;
  return (
    <a className={styles.sold} href={href} rel="sponsored noopener" title={advertiser}>
      <img ref={image} src={picture} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(true)} />
    </a>
  );
}
