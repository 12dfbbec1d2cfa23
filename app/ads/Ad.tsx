import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./Ad.module.css";
import { HouseAd } from "./HouseAd.tsx";
import { ServedAd } from "./ServedAd.tsx";
import { SoldAd } from "./SoldAd.tsx";

interface AdProps {
  ads: PublicEdition["ads"];
  place: PublicEdition["ads"][number]["place"];
}

/** The advertisement of a place, in a room that is held free for its size, so that nothing moves. */
export function Ad({ ads, place }: AdProps) {
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
