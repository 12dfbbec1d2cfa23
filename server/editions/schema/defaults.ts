import { getEditionTexts } from "../../../core/language/catalogs.ts";
import { TONES, type Tone } from "../../../core/motifs.ts";

/** Keys of `edition.yaml` that have defaults, and keys from which the defaults are derived. */
interface Omissible {
  name: string;
  place: string;
  region?: string | undefined;
  language: string;
  nameplate?: { first: string; second: string } | undefined;
  tagline?: string | undefined;
  dateBar?: { dateline?: string | undefined; edition?: string | undefined } | undefined;
  hero?: { sections?: string[] | undefined; label?: string | undefined; readTime?: string | undefined } | undefined;
  sections: { slug: string; name: string; shortName?: string | undefined; tone?: Tone | undefined }[];
  copyright?: string | undefined;
}

/** Number of sections, counted from the first, whose stories lead the front page by default. */
const LEADING_SECTIONS = 2;

/** Returns the optional keys of an edition, with defaults for keys that its file leaves out. */
export function completeEdition({ name, place, region, language, ...edition }: Omissible) {
  const texts = getEditionTexts(language);
  const { dateBar, hero } = edition;
  return {
    nameplate: edition.nameplate ?? splitName(name),
    tagline: edition.tagline ?? texts.tagline(place),
    dateBar: {
      dateline: dateBar?.dateline ?? "today",
      edition: dateBar?.edition ?? (region ?? place).toLocaleUpperCase(language),
    },
    hero: {
      sections: hero?.sections ?? edition.sections.slice(0, LEADING_SECTIONS).map(({ slug }) => slug),
      label: hero?.label ?? texts.lead,
      readTime: hero?.readTime,
    },
    copyright: edition.copyright ?? `© ${name}`,
  };
}

/** Returns a section's optional keys, with defaults. Sections without a `tone` get the tones in turn, by `index`. */
export function completeSection({ name, shortName = name, tone }: Omissible["sections"][number], index: number) {
  return { shortName, tone: tone ?? (TONES[index % TONES.length] as Tone) };
}

/** Adds default titles to the embedded lists of events and of the latest headlines. */
export function completeEmbeds<
  Events extends { title?: string | undefined },
  Latest extends { title?: string | undefined },
>({ events, latest }: { events?: Events | undefined; latest?: Latest | undefined }, language: string) {
  const texts = getEditionTexts(language);
  return {
    events: events && { ...events, title: events.title ?? texts.eventsWall },
    latest: latest && { ...latest, title: latest.title ?? texts.latestWall },
  };
}

/** Splits a name before its last word. The nameplate shows the last word in bold. */
function splitName(name: string): { first: string; second: string } {
  const words = name.split(/\s+/);
  return { first: words.slice(0, -1).join(" "), second: words.at(-1) ?? name };
}
