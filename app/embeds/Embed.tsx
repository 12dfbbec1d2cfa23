import { useRef } from "react";
import type { PublicEdition } from "../../server/editions/derived/publicEdition.ts";
import type { Provider } from "../../server/editions/fields.ts";
import { useTexts } from "../language/texts.ts";
import { Link } from "../ui/Link.tsx";
import { useFrameNavigation } from "../ui/useLinkNavigation.ts";
import styles from "./Embed.module.css";
import featured from "./FeaturedVideo.module.css";
import { ThirdParty } from "./ThirdParty.tsx";

interface EmbedProps {
  title: string;
  /** Path of our own page for the frame. */
  src: string;
  /** Height of the frame in pixels. */
  height: number;
  /** Provider whose page the frame shows instead of ours; undefined for our own page. */
  provider?: Provider | undefined;
  /** Path of the "View All" link. */
  allHref?: string;
}

/** A list of stories in a frame: our own page, or the page of a provider that the edition names. */
export function Embed({ title, src, height, provider, allHref }: EmbedProps) {
  const texts = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  useFrameNavigation(frame);
  return (
    <section className={styles.embed} data-unprinted="">
      <header>
        <h2>{title}</h2>
        {allHref && (
          <Link to={allHref} prefetch="intent" aria-label={texts.viewAllOf(title)}>
            {texts.viewAll}
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

/** The edition's featured video. Until a click, loads only the poster of our own video, and nothing from a provider. */
export function FeaturedVideo({ video }: { video: NonNullable<PublicEdition["embeds"]["video"]> }) {
  const { title, caption, file, poster, width, height, provider } = video;
  return (
    <section className={styles.embed} data-unprinted="">
      <header>
        <h2>{title}</h2>
      </header>
      <figure>
        {provider ? (
          <ThirdParty title={title} provider={provider} width={width} height={height} />
        ) : (
          <video
            className={featured.video}
            controls
            muted
            playsInline
            preload="none"
            width={width}
            height={height}
            poster={`/media/${poster}`}
            src={`/media/${file}`}
            aria-label={caption}
          />
        )}
        <figcaption className={featured.caption}>{caption}</figcaption>
      </figure>
    </section>
  );
}
