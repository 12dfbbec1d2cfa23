import { Link } from "../layout/Link.tsx";
import styles from "./Embed.module.css";

interface EmbedProps {
  title: string;
  /** A page of our own, made to stand in a frame. */
  src: string;
  /** In pixels. */
  height: number;
  /** Where all of it is. */
  all?: string;
}

/** A wall of stories in a frame. */
export function Embed({ title, src, height, all }: EmbedProps) {
  return (
    <section className={styles.embed}>
      <header className={styles.header}>
        <h2>{title}</h2>
        {all && (
          <Link to={all} prefetch="intent" aria-label={`View All: ${title}`}>
            View All
          </Link>
        )}
      </header>
      <iframe className={styles.frame} src={src} title={title} height={height} loading="lazy" />
    </section>
  );
}
