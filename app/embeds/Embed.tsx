import { useRef } from "react";
import type { Provider } from "../../server/editions/fields.ts";
import { Link } from "../ui/Link.tsx";
import { useFollowedFrame } from "../ui/useLinkNavigation.ts";
import styles from "./Embed.module.css";
import { ThirdParty } from "./ThirdParty.tsx";

interface EmbedProps {
  title: string;
  /** Path of our own page. */
  src: string;
  /** In pixels. */
  height: number;
  /** Replaces our page. */
  provider?: Provider | undefined;
  /** Path of the "View All" link. */
  all?: string;
}

/** A wall of stories in a frame: ours, or that of a provider that the edition names. */
export function Embed({ title, src, height, provider, all }: EmbedProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useFollowedFrame(frame);
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
      {provider ? (
        <ThirdParty title={title} provider={provider} height={height} />
      ) : (
        <iframe ref={frame} className={styles.frame} src={src} title={title} height={height} loading="lazy" />
      )}
    </section>
  );
}
