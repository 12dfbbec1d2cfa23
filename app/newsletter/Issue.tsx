import { articlePath } from "../../core/addresses.ts";
import type { IssuePage } from "../../server/newsletter/issueArchive.ts";
import type { IssueStory } from "../../server/newsletter/issueSchema.ts";
import { RichText } from "../language/RichText.tsx";
import { useReaderTexts } from "../language/readerTexts.ts";
import byline from "../news/Byline.module.css";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./IssuePages.module.css";

export function Issue({ title, issue: { date, day, briefing } }: { title: string; issue: IssuePage }) {
  const { newsletter } = useReaderTexts();
  return (
    <article className={styles.page}>
      <p className={styles.date}>
        <time dateTime={date}>{day}</time>
      </p>
      <h1>{title}</h1>
      <IssueParts briefing={briefing} />
      <p className={styles.more} data-unprinted="">
        <Link to="/newsletter/archive">{newsletter.past}</Link> <Link to="/newsletter">{newsletter.byEmail}</Link>
      </p>
    </article>
  );
}

/** An issue without its title. @param level heading level of its parts: 2 on a page, 3 inside a part of a page */
export function IssueParts({ briefing, level = 2 }: { briefing: IssuePage["briefing"]; level?: 2 | 3 }) {
  const { newsletter } = useReaderTexts();
  const { hero, sections, corrections, events, radio } = briefing;
  const [PartHeading, StoryHeading] = level === 2 ? (["h2", "h3"] as const) : (["h3", "h4"] as const);
  return (
    <>
      <section className={styles.lead} aria-label={newsletter.lead}>
        {hero.pictureAlt !== null && (
          <img
            src={`/newsletter/pictures/${encodeURIComponent(hero.slug)}.jpg`}
            alt={hero.pictureAlt}
            width={1104}
            height={621}
          />
        )}
        <p className={headings.marked}>{hero.section}</p>
        <Story story={hero} as={PartHeading} />
      </section>
      {sections.map(({ slug, name, stories }) => (
        <section key={slug} className={styles.section} aria-labelledby={`section-${slug}`}>
          <PartHeading id={`section-${slug}`} className={headings.marked}>
            <Link to={`/${slug}`}>{name}</Link>
          </PartHeading>
          {stories.map((story) => (
            <Story key={story.slug} story={story} as={StoryHeading} />
          ))}
        </section>
      ))}
      {corrections.length > 0 && (
        <section className={styles.section} aria-labelledby="corrections">
          <PartHeading id="corrections" className={headings.marked}>
            <Link to="/corrections">{newsletter.corrections}</Link>
          </PartHeading>
          {corrections.map(({ slug, title, text }) => (
            <div key={`${slug} ${text}`} className={styles.story}>
              <StoryHeading className={styles.headline} dir="auto">
                <Link to={articlePath(slug)}>{title}</Link>
              </StoryHeading>
              <p className={styles.deck} dir="auto">
                {text}
              </p>
            </div>
          ))}
        </section>
      )}
      {events.length > 0 && (
        <section className={styles.section} aria-labelledby="events-of-the-day">
          <PartHeading id="events-of-the-day" className={headings.marked}>
            {newsletter.events}
          </PartHeading>
          {events.map((event) => (
            <div key={`${event.time} ${event.title}`} className={styles.story}>
              <StoryHeading className={styles.headline}>
                <Link to={event.href}>{event.title}</Link>
              </StoryHeading>
              <p className={styles.source}>{[event.time, event.place].filter(Boolean).join(", ")}</p>
            </div>
          ))}
        </section>
      )}
      {radio && (
        <section className={styles.section} aria-labelledby="radio-of-the-day">
          <PartHeading id="radio-of-the-day" className={headings.marked}>
            <Link to="/radio">{radio.title}</Link>
          </PartHeading>
          {radio.stations.map(({ name, playing }) => (
            <p key={name} className={styles.source}>
              {playing ? newsletter.playing(name, playing) : name}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

function Story({ story, as: Heading }: { story: IssueStory; as: "h2" | "h3" | "h4" }) {
  const { newsletter } = useReaderTexts();
  const { slug, title, deck, source, mark } = story;
  if (story.isTakenDown)
    return (
      <div className={styles.story}>
        <p className={styles.deck}>
          <RichText text={newsletter.takenDown} parts={[(text) => <Link to="/takedowns">{text}</Link>]} />
        </p>
      </div>
    );
  return (
    <div className={styles.story}>
      {mark && (
        <p>
          <strong className={byline.mark}>{mark}</strong>
        </p>
      )}
      <Heading className={styles.headline} dir="auto">
        <Link to={articlePath(slug)}>{title}</Link>
      </Heading>
      {deck && (
        <p className={styles.deck} dir="auto">
          {deck}
        </p>
      )}
      <p className={styles.source}>{source}</p>
    </div>
  );
}
