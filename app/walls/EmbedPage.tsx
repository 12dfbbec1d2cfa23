import { Form, useSubmit } from "react-router";
import type { PublicEdition, SectionLink } from "../../server/editions/derived/publicEdition.ts";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import button from "../ui/Button.module.css";
import field from "../ui/Field.module.css";
import headings from "../ui/Headings.module.css";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import { EmbedCode } from "./EmbedCode.tsx";
import styles from "./EmbedPage.module.css";

const RADIO_HEIGHT_PX = 640;

/** Parameters of the oEmbed endpoint. */
const PARAMETERS = ["url", "format", "maxwidth", "maxheight"].map((name) => <code key={name}>{name}</code>);

interface EmbedPageProps {
  edition: PublicEdition;
  siteUrl: string;
  /** Section whose newest stories the wall shows; null for all sections. */
  section: SectionLink | null;
}

/** Returns true if the edition has a wall or a radio for other sites. */
export function hasWalls({ embeds, radioTitle }: PublicEdition): boolean {
  return Boolean(embeds.latest ?? embeds.events ?? radioTitle);
}

/** The walls that any site may embed, with the code for each. */
export function EmbedPage({ edition, siteUrl, section }: EmbedPageProps) {
  const { embed: texts } = usePageTexts();
  const { name, embeds, radioTitle } = edition;
  const { latest, events } = embeds;
  const walls = [latest, events].filter(Boolean).length;
  const site = { name, siteUrl };
  return (
    <div className={styles.page}>
      <h1>{texts.title}</h1>
      <p className={`${headings.deck} ${styles.intro}`}>{texts.intro(walls, radioTitle !== null)}</p>
      {latest && (
        <EmbedCode
          id="latest"
          title={section ? `${latest.title}: ${section.name}` : latest.title}
          text={texts.latestText}
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
          text={texts.eventsText}
          path="/embed/events"
          height={events.height}
          {...site}
        />
      )}
      {radioTitle && (
        <EmbedCode
          id="radio"
          title={texts.radioTitle(radioTitle)}
          text={texts.radioText}
          path="/embed/radio"
          height={RADIO_HEIGHT_PX}
          {...site}
        />
      )}
      <section className={styles.oembed} aria-labelledby="single">
        <h2 id="single">{texts.single}</h2>
        <p>
          <RichText text={texts.singleText} parts={[<code key="endpoint">{siteUrl}/oembed</code>, ...PARAMETERS]} />
        </p>
      </section>
    </div>
  );
}

/** A form that puts a wall's section into the page's address, and thus works without JavaScript. */
function SectionChoice({ sections, chosen }: { sections: SectionLink[]; chosen: SectionLink | null }) {
  const texts = usePageTexts();
  const hasScripts = useHasScripts();
  const submit = useSubmit();
  return (
    <Form method="get" action="/embed" className={`${field.field} ${styles.choice}`} preventScrollReset replace>
      <label htmlFor="wall-section">{texts.section}</label>
      <div className={styles.row}>
        <select
          id="wall-section"
          name="section"
          key={chosen?.slug}
          defaultValue={chosen?.slug ?? ""}
          onChange={(event) => void submit(event.target.form, { preventScrollReset: true, replace: true })}
        >
          <option value="">{texts.allSections}</option>
          {sections.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
        {!hasScripts && (
          <button type="submit" className={button.plain}>
            {texts.embed.showCode}
          </button>
        )}
      </div>
    </Form>
  );
}
