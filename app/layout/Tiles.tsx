import type { MouseEvent } from "react";
import type { PublicEdition } from "../../server/editions/public.ts";
import { useOpenDonation } from "../donation/useDonationPanel.ts";
import { Link } from "../ui/Link.tsx";
import { isPlainClick } from "../ui/useLinkNavigation.ts";
import styles from "./Tiles.module.css";

/** The edition's calls to action. A tile without an address is plain text. */
export function Tiles({ tiles }: { tiles: PublicEdition["tiles"] }) {
  const openDonation = useOpenDonation();
  /** Opens the donation panel, which has the content of /support, unless the reader wants a new tab. */
  const openPanel = (event: MouseEvent) => {
    if (!openDonation || !isPlainClick(event)) return;
    event.preventDefault();
    openDonation();
  };
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ title, text, href }) => (
        <li key={title} className={styles.tile}>
          <h2>
            {href ? (
              <Link to={href} onClick={href === "/support" ? openPanel : undefined}>
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
