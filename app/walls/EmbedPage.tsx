import { Form, useSubmit } from "react-router";
import type { PublicEdition, SectionLink } from "../../server/editions/public.ts";
import button from "../ui/Button.module.css";
import field from "../ui/Field.module.css";
import headings from "../ui/Headings.module.css";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import { EmbedCode } from "./EmbedCode.tsx";
import styles from "./EmbedPage.module.css";

const RADIO_HEIGHT_PX = 640;

interface EmbedPageProps {
  edition: PublicEdition;
  siteUrl: string;
  /** Section of the wall with the newest stories; null for all sections. */
  section: SectionLink | null;
}

/** Returns true if the edition has a wall or a radio for other sites. */
export function hasWalls({ embeds, radioTitle }: PublicEdition): boolean {
  return Boolean(embeds.latest ?? embeds.events ?? radioTitle);
}

/** The walls that any site may embed, with the code for each. */
export function EmbedPage({ edition, siteUrl, section }: EmbedPageProps) {
  const { name, embeds, radioTitle } = edition;
  const { latest, events } = embeds;
  const walls = latest && events ? "Two walls of headlines" : "A wall of headlines";
  const site = { name, siteUrl };
  return (
    <div className={styles.page}>
      <h1>Put Our News on Your Site</h1>
      <p className={`${headings.deck} ${styles.intro}`}>
        {latest || events ? `${walls}${radioTitle ? " and a radio" : ""}` : "A radio"}, free for any site. Copy the code
        and paste it into your page; it updates itself. It sets no cookies, runs no trackers and follows the reader’s
        light or dark setting.
      </p>
      {latest && (
        <EmbedCode
          id="latest"
          title={section ? `${latest.title}: ${section.name}` : latest.title}
          text="The newest stories from every section, or from one, each with its publisher and date, and with its photo if the publisher allows it."
          path={section ? `/embed/latest?section=${section.slug}` : "/embed/latest"}
          height={latest.height}
          {...site}
        >
          <SectionChoice sections={edition.sections} chosen={section} />
        </EmbedCode>
      )}
      {events && (
        <EmbedCode
          id="events"
          title={events.title}
          text="What’s on in the neighborhoods, from our calendar."
          path="/embed/events"
          height={events.height}
          {...site}
        />
      )}
      {radioTitle && (
        <EmbedCode
          id="radio"
          title={`${radioTitle} player`}
          text="Our radio player, with what’s playing. It stays silent until a visitor presses play."
          path="/embed/radio"
          height={RADIO_HEIGHT_PX}
          {...site}
        />
      )}
      <section className={styles.oembed} aria-labelledby="single">
        <h2 id="single">A Single Story</h2>
        <p>
          Paste a story’s address into your site’s editor. If the editor supports oEmbed, as WordPress and many others
          do, it shows the story as a card that names its publisher and links to the original, with the photo if the
          publisher allows it. Our endpoint is <code>{siteUrl}/oembed</code>; it takes <code>url</code>,{" "}
          <code>format</code> (json or xml), <code>maxwidth</code> and <code>maxheight</code>.
        </p>
      </section>
    </div>
  );
}

/** A form that puts a wall's section into the page's address, and thus works without JavaScript. */
function SectionChoice({ sections, chosen }: { sections: SectionLink[]; chosen: SectionLink | null }) {
  const hasScripts = useHasScripts();
  const submit = useSubmit();
  return (
    <Form method="get" action="/embed" className={`${field.field} ${styles.choice}`} preventScrollReset replace>
      <label htmlFor="wall-section">Section</label>
      <div className={styles.row}>
        <select
          id="wall-section"
          name="section"
          key={chosen?.slug}
          defaultValue={chosen?.slug ?? ""}
          onChange={(event) => void submit(event.target.form, { preventScrollReset: true, replace: true })}
        >
          <option value="">All sections</option>
          {sections.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
        {!hasScripts && (
          <button type="submit" className={button.plain}>
            Show the code
          </button>
        )}
      </div>
    </Form>
  );
}
