import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/editions";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./EditionsPage.module.css";

/** The network's editions, including the current one, and the neighboring sites that the current edition links to. */
export function EditionsPage({ loaderData: { network }, matches: [root] }: Route.ComponentProps) {
  const { editions } = usePageTexts();
  const { siblings } = root.loaderData.edition.links;
  return (
    <div className={styles.editions}>
      <h1>{editions.title}</h1>
      <p className={`${headings.deck} ${styles.intro}`}>{editions.intro}</p>
      <ul className={styles.list}>
        {network.map(({ id, name, href, picture, place, tagline, isCurrent }) => (
          <li key={id} className={styles.edition}>
            <img src={picture} alt="" width={320} height={180} loading="lazy" />
            <div>
              <p className={styles.place}>{place}</p>
              <h2>
                {isCurrent ? (
                  <Link to={href} aria-current="true">
                    {name}
                  </Link>
                ) : (
                  // The router cannot open other editions, which have their own host names.
                  <a href={href}>{name}</a>
                )}
              </h2>
              <p className={styles.tagline}>{tagline}</p>
              {isCurrent && <p className={styles.current}>{editions.current}</p>}
            </div>
          </li>
        ))}
      </ul>
      {siblings.length > 0 && (
        <section className={styles.siblings} aria-labelledby="siblings">
          <h2 id="siblings">{editions.also}</h2>
          <p>{editions.alsoText}</p>
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
