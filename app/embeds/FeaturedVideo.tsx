import type { PublicEdition } from "../../server/editions/public.ts";
import embed from "./Embed.module.css";
import styles from "./FeaturedVideo.module.css";
import { ThirdParty } from "./ThirdParty.tsx";

/** The edition's featured video. Nothing but its poster loads before it is played. */
export function FeaturedVideo({ video }: { video: PublicEdition["embeds"]["video"] }) {
  const { title, caption, file, poster, width, height, provider } = video;
  return (
    <section className={embed.embed}>
      <header className={embed.header}>
        <h2>{title}</h2>
      </header>
      <figure>
        {provider ? (
          <ThirdParty title={title} provider={provider} width={width} height={height} />
        ) : (
          <video
            className={styles.video}
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
        <figcaption className={styles.caption}>{caption}</figcaption>
      </figure>
    </section>
  );
}
