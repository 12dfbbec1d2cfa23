import type { NetworkEdition } from "../../server/editions/network.ts";
import type { PublicEdition } from "../../server/editions/public.ts";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./Editions.module.css";

interface EditionsProps {
  network: NetworkEdition[];
  siblings: PublicEdition["links"]["siblings"];
}

/** The editions of the network, the current one included, and the neighboring sites that it links to. */
export function Editions({ network, siblings }: EditionsProps) {
  return (
    <div className={styles.editions}>
      <h1>Local Editions</h1>
      <p className={`${headings.deck} ${styles.intro}`}>
        Each edition has its own sections, its own sources and its own front page. None of them asks for an account.
      </p>
      <ul className={styles.list}>
        {network.map((edition) => (
          <li key={edition.id} className={styles.edition}>
            <img src={`/skyline/lake/${edition.id}-edition.svg`} alt="" width={320} height={180} loading="lazy" />
            <div>
              <p className={styles.place}>{edition.place}</p>
              <h2>
                <EditionLink edition={edition} />
              </h2>
              <p className={styles.tagline}>{edition.tagline}</p>
              {edition.isCurrent && <p className={styles.current}>You are reading this edition.</p>}
            </div>
          </li>
        ))}
      </ul>
      {siblings.length > 0 && (
        <section className={styles.siblings} aria-labelledby="siblings">
          <h2 id="siblings" className={headings.name}>
            Also in the neighborhood
          </h2>
          <p>Other newsrooms nearby, which have no part in ours.</p>
          <ul>
            {siblings.map(({ label, href }) => (
              <li key={href}>
                <a href={href} rel="noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Other editions have other host names, which the router cannot reach. */
function EditionLink({ edition: { name, href, isCurrent } }: { edition: NetworkEdition }) {
  if (!isCurrent) return <a href={href}>{name}</a>;
  return (
    <Link to={href} aria-current="true">
      {name}
    </Link>
  );
}
