import { slugify } from "../../core/slug.ts";
import type { PublicEdition } from "../../server/editions/public.ts";
import { Link } from "../ui/Link.tsx";
import styles from "./HouseAd.module.css";

export type House = PublicEdition["ads"][number]["house"];

/** The edition's own advertisement: a text, and a skyline drawn from its title. */
export function HouseAd({ house: { title, text, href, tone } }: { house: House }) {
  return (
    <Link className={styles.house} to={href} prefetch="intent">
      <span className={styles.content}>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
      <img
        className={styles.skyline}
        src={`/skyline/${tone}/${slugify(title)}.svg`}
        alt=""
        width={320}
        height={180}
        loading="lazy"
        decoding="async"
      />
    </Link>
  );
}
