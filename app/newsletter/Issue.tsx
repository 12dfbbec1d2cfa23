import { articlePath } from "../../core/addresses.ts";
import type { IssuePage } from "../../server/newsletter/issueArchive.ts";
import type { IssueStory } from "../../server/newsletter/issueSchema.ts";
import { RichText } from "../language/RichText.tsx";
import { useReaderTexts } from "../language/readerTexts.ts";
import byline from "../news/Byline.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./IssuePages.module.css";

export function Issue({ title, issue: { date, day, briefing } }: { title: string; issue: IssuePage }) {
  const { newsletter } = useReaderTexts();
  const { hero, sections, corrections, events, radio } = briefing;
  return (
    <article className={styles.page}>
      <p className={styles.date}>
        <time dateTime={date}>{day}</time>
      </p>
      <h1>{title}</h1>
      <section className={styles.lead} aria-label={newsletter.lead}>
        {hero.pictureAlt !== null && (
          <img
            src={`/newsletter/pictures/${encodeURIComponent(hero.slug)}.jpg`}
            alt={hero.pictureAlt}
            width={1104}
            height={621}
          />
        )}
        <p className={styles.marker}>{hero.section}</p>
        <Story story={hero} as="h2" />
      </section>
      {sections.map(({ slug, name, stories }) => (
        <section key={slug} className={styles.section} aria-labelledby={`section-${slug}`}>
          <h2 id={`section-${slug}`} className={styles.marker}>
            <Link to={`/${slug}`}>{name}</Link>
          </h2>
          {stories.map((story) => (
            <Story key={story.slug} story={story} />
          ))}
        </section>
      ))}
      {corrections.length > 0 && (
        <section className={styles.section} aria-labelledby="corrections">
          <h2 id="corrections" className={styles.marker}>
            <Link to="/corrections">{newsletter.corrections}</Link>
          </h2>
          {corrections.map(({ slug, title, text }) => (
            <div key={`${slug} ${text}`} className={styles.story}>
              <h3 dir="auto">
                <Link to={articlePath(slug)}>{title}</Link>
              </h3>
              <p className={styles.deck} dir="auto">
                {text}
              </p>
            </div>
          ))}
        </section>
      )}
      {events.length > 0 && (
        <section className={styles.section} aria-labelledby="events-of-the-day">
          <h2 id="events-of-the-day" className={styles.marker}>
            {newsletter.events}
          </h2>
          {events.map((event) => (
            <div key={`${event.time} ${event.title}`} className={styles.story}>
              <h3>
                <Link to={event.href}>{event.title}</Link>
              </h3>
              <p className={styles.source}>{[event.time, event.place].filter(Boolean).join(", ")}</p>
            </div>
          ))}
        </section>
      )}
      {radio && (
        <section className={styles.section} aria-labelledby="radio-of-the-day">
          <h2 id="radio-of-the-day" className={styles.marker}>
            <Link to="/radio">{radio.title}</Link>
          </h2>
          {radio.stations.map(({ name, playing }) => (
            <p key={name} className={styles.source}>
              {playing ? newsletter.playing(name, playing) : name}
            </p>
          ))}
        </section>
      )}
      <p className={styles.more}>
        <Link to="/newsletter/archive">{newsletter.past}</Link> <Link to="/newsletter">{newsletter.byEmail}</Link>
      </p>
    </article>
  );
}

function Story({ story, as: Heading = "h3" }: { story: IssueStory; as?: "h2" | "h3" }) {
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
      <Heading dir="auto">
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
