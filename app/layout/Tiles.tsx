import type { MouseEvent } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { useOpenDonation } from "../donation/useDonationPanel.ts";
import { Link } from "../ui/Link.tsx";
import styles from "./Tiles.module.css";

/** The edition's calls to action. One whose screen is still to come is shown without a link. */
export function Tiles({ tiles }: { tiles: PublicEdition["tiles"] }) {
  const openDonation = useOpenDonation();
  /** The page at /support says what the panel says; who wants it in a tab of its own gets that. */
  const openInPlace = (event: MouseEvent) => {
    if (!openDonation || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openDonation();
  };
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ title, text, href }) => (
        <li key={title} className={styles.tile}>
          <h2>
            {href ? (
              <Link to={href} prefetch="intent" onClick={href === "/support" ? openInPlace : undefined}>
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
