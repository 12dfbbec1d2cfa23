import { useEffect, useRef, useState } from "react";
import { slugify } from "../../core/slug.ts";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import { useTexts } from "../language/texts.ts";
import { Link } from "../ui/Link.tsx";
import { useIllustration } from "../ui/useIllustration.ts";
import styles from "./Ad.module.css";
import houseStyles from "./HouseAd.module.css";
import servedStyles from "./ServedAd.module.css";

type Slot = PublicEdition["ads"][number];

/** The advertisement at a place, if any. The slot has a fixed size, so that nothing moves when the image loads. */
export function Ad({ ads, place }: { ads: Slot[]; place: Slot["place"] }) {
  const { news } = useTexts();
  const slot = ads.find((slot) => slot.place === place);
  if (!slot) return null;
  const { id, size, phone, house, sold, served } = slot;
  return (
    <aside
      className={styles.ad}
      data-unprinted=""
      aria-label={news.advertisementNumber(id)}
      data-banner={id}
      data-place={place}
      data-phone={phone || undefined}
    >
      <p className={styles.label}>{news.advertisement}</p>
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

/** An advertiser's image, or the house advertisement if the image is blocked or missing. */
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

/** The edition's own advertisement: a text, and a drawing generated from its title. */
function HouseAd({ house: { title, text, href, tone } }: { house: Slot["house"] }) {
  const illustrate = useIllustration();
  return (
    <Link className={houseStyles.house} to={href}>
      <span>
        <b>{title}</b>
        <span>{text}</span>
      </span>
      <img src={illustrate(slugify(title), tone)} alt="" width={320} height={180} loading="lazy" decoding="async" />
    </Link>
  );
}

/**
 * Shows the house ad until the slot comes near the viewport and the ad server fills it. A slot that is too narrow keeps
 * the house ad.
 */
function ServedAd({ size, served, house }: Pick<Slot, "size" | "house"> & { served: NonNullable<Slot["served"]> }) {
  const holder = useRef<HTMLDivElement>(null);
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const unmount = new AbortController();
    void import("./adServer.lazy.ts")
      .then(({ fillWhenNear }) => fillWhenNear(element, { size, tag: served, abort: unmount.signal }))
      .then(setFilled)
      // After a failure, the house ad stays.
      .catch(() => {});
    return () => unmount.abort();
  }, [size, served]);
  return (
    <>
      {!isFilled && <HouseAd house={house} />}
      <div ref={holder} className={servedStyles.holder} inert={!isFilled} />
    </>
  );
}
