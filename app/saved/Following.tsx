import type { SectionLink } from "../../server/editions/public.ts";
import { FollowButton } from "../device/FollowButton.tsx";
import type { Follow } from "../device/types.ts";
import { Link } from "../ui/Link.tsx";
import styles from "./Following.module.css";
import page from "./SavedPage.module.css";

/** The sections and sources that are followed, and how to follow more. */
export function Following({ follows, sections }: { follows: Follow[]; sections: SectionLink[] }) {
  const sources = follows.filter(({ kind }) => kind === "source");
  const followed = new Set(follows.filter(({ kind }) => kind === "section").map(({ id }) => id));
  const first = sections.filter(({ slug }) => followed.has(slug));
  return (
    <section aria-labelledby="following">
      <h2 id="following" className={page.name}>
        What you follow
      </h2>
      <p className={page.about}>Sections that you follow stand first in the menu on this device.</p>
      <ul className={styles.follows}>
        {first.map((section) => (
          <SectionRow key={section.slug} section={section} />
        ))}
        {sources.map(({ id }) => (
          <li key={id}>
            <Link to="/sources">{id}</Link>
            <FollowButton kind="source" id={id} name={id} />
          </li>
        ))}
      </ul>
      <details className={styles.more}>
        <summary>{first.length > 0 ? "More sections" : "Choose sections"}</summary>
        <ul className={styles.follows}>
          {sections
            .filter(({ slug }) => !followed.has(slug))
            .map((section) => (
              <SectionRow key={section.slug} section={section} />
            ))}
        </ul>
      </details>
      <p>
        <Link className={styles.way} to="/sources">
          Choose sources
        </Link>
      </p>
    </section>
  );
}

function SectionRow({ section: { slug, href, name } }: { section: SectionLink }) {
  return (
    <li>
      <Link to={href}>{name}</Link>
      <FollowButton kind="section" id={slug} name={name} />
    </li>
  );
}
