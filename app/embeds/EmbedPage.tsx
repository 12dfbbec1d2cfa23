import type { PublicEdition } from "../../server/editions/public.ts";
import { EmbedCode } from "./EmbedCode.tsx";
import styles from "./EmbedPage.module.css";

/** Of the player in a frame, in pixels. */
const RADIO_HEIGHT = 640;

/** The walls that any site may show, each with the code for it. */
export function EmbedPage({ edition, siteUrl }: { edition: PublicEdition; siteUrl: string }) {
  const { name, embeds } = edition;
  return (
    <div className={styles.page}>
      <h1>Put Our News on Your Site</h1>
      <p className={styles.intro}>
        Two walls of headlines{edition.radioTitle && " and a radio"}, free for any site. Copy the code, paste it where
        it should stand, and it keeps itself up to date. It sets no cookie, runs no tracker, and follows the reader’s
        light or dark colors.
      </p>
      <EmbedCode
        id="latest"
        title={embeds.latest.title}
        text="The newest stories of every section, each with its picture, its section and its date."
        path="/embed/latest"
        url={`${siteUrl}/embed/latest`}
        height={embeds.latest.height}
        name={name}
      />
      <EmbedCode
        id="events"
        title={embeds.events.title}
        text="What is on in the neighborhoods, from our calendar."
        path="/embed/events"
        url={`${siteUrl}/embed/events`}
        height={embeds.events.height}
        name={name}
      />
      {edition.radioTitle && (
        <EmbedCode
          id="radio"
          title={`${edition.radioTitle} player`}
          text="The player of our radio, with what is playing. Nothing sounds before a visitor presses play."
          path="/embed/radio"
          url={`${siteUrl}/embed/radio`}
          height={RADIO_HEIGHT}
          name={name}
        />
      )}
    </div>
  );
}
