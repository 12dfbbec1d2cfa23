import type { PublicEdition } from "../../server/editions/public.ts";
import { Link } from "./Link.tsx";
import styles from "./Tiles.module.css";

/** The edition's calls to action. One whose screen is still to come is shown without a link. */
export function Tiles({ tiles }: { tiles: PublicEdition["tiles"] }) {
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ title, text, href }) => (
        <li key={title} className={styles.tile}>
          <h2>
            {href ? (
              <Link to={href} prefetch="intent">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
