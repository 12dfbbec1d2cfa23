import { services } from "../services.ts";
import headings from "../ui/Headings.module.css";
import { createHead } from "../ui/head.ts";
import { Link } from "../ui/Link.tsx";
import type { Route } from "./+types/editions";
import styles from "./editions.module.css";

export const loader = ({ context }: Route.LoaderArgs) => ({ network: context.get(services).network });

export const meta: Route.MetaFunction = ({ matches: [root] }) =>
  createHead(root.loaderData, {
    title: "Local Editions",
    description: `The local editions in the network of ${root.loaderData.edition.name}, and neighbors worth reading.`,
    path: "/editions",
  });

/** The network's editions, including the current one, and the neighboring sites that the current edition links to. */
export default function Editions({ loaderData: { network }, matches: [root] }: Route.ComponentProps) {
  const { siblings } = root.loaderData.edition.links;
  return (
    <div className={styles.editions}>
      <h1>Local Editions</h1>
      <p className={`${headings.deck} ${styles.intro}`}>
        Each edition has its own sections, sources and front page. None of them requires an account.
      </p>
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
              {isCurrent && <p className={styles.current}>You are reading this edition.</p>}
            </div>
          </li>
        ))}
      </ul>
      {siblings.length > 0 && (
        <section className={styles.siblings} aria-labelledby="siblings">
          <h2 id="siblings" className={headings.name}>
            Also in the neighborhood
          </h2>
          <p>Other newsrooms nearby, independent of ours.</p>
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
