import type { SectionLink } from "../../server/editions/derived/publicEdition.ts";
import type { Follow } from "../device/deviceData.ts";
import { isFollowed } from "../device/deviceState.ts";
import { FollowButton } from "../device/FollowButton.tsx";
import { useReaderTexts } from "../language/readerTexts.ts";
import { Link } from "../ui/Link.tsx";
import styles from "./Following.module.css";
import { Panel } from "./Panel.tsx";

export function Following({ follows, sections }: { follows: Follow[]; sections: SectionLink[] }) {
  const { saved } = useReaderTexts();
  const sources = follows.filter(({ kind }) => kind === "source");
  const followed = sections.filter(({ slug }) => isFollowed(follows, "section", slug));
  const others = sections.filter((section) => !followed.includes(section));
  return (
    <Panel id="following" title={saved.following} hint={saved.followingHint}>
      <ul className={styles.follows}>
        {followed.map((section) => (
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
        <summary>{followed.length > 0 ? saved.moreSections : saved.chooseSections}</summary>
        <ul className={styles.follows}>
          {others.map((section) => (
            <SectionRow key={section.slug} section={section} />
          ))}
        </ul>
      </details>
      <p>
        <Link className={styles.link} to="/sources">
          {saved.chooseSources}
        </Link>
      </p>
    </Panel>
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
