import { FORMATS } from "../../core/feed/formats.ts";
import type { Source } from "../../server/news/views.ts";
import { FollowButton } from "../device/FollowButton.tsx";
import { usePageTexts } from "../language/pageTexts.ts";
import { RichText } from "../language/RichText.tsx";
import type { Route } from "../routes/+types/sources";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./SourcesPage.module.css";

/** The news sources, each with its state and a bar chart of its stories in two weeks. */
export function SourcesPage({ loaderData: { sources, rules }, matches: [root] }: Route.ComponentProps) {
  const texts = usePageTexts().sources;
  const { name } = root.loaderData.edition;
  const working = sources.filter(isWorking).length;
  const byPublisher = [...Map.groupBy(sources, ({ publisher }) => publisher)];
  return (
    <section className={styles.page}>
      <h1 className={headings.marked}>{texts.title}</h1>
      <p className={styles.intro}>{texts.intro(name)}</p>
      <p className={styles.count}>{texts.working(working, sources.length)}</p>
      {rules.map((sentence) => (
        <p key={sentence} className={styles.rule}>
          {sentence}
        </p>
      ))}
      <p className={styles.links}>
        <a href="/sources.opml">{texts.opml}</a>
        <Link to="/takedowns">{texts.takenDown}</Link>
      </p>
      <ul className={styles.list}>
        {byPublisher.map(([publisher, feeds]) => (
          <li key={publisher} className={styles.publisher}>
            <div className={styles.head}>
              <h2>{publisher}</h2>
              <FollowButton kind="source" id={publisher} name={publisher} />
            </div>
            <Terms feeds={feeds} />
            <ul>
              {feeds.map((source) => (
                <SourceRow key={source.slug} source={source} hasOwnRights={!haveSameRights(feeds)} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Describes which parts of a publisher's stories we show, if all of the publisher's feeds have the same rights. */
function Terms({ feeds }: { feeds: readonly Source[] }) {
  const [source] = feeds.filter(({ health }) => health !== "takenDown");
  return source && haveSameRights(feeds) ? <Rights source={source} /> : null;
}

function Rights({ source: { rightsText, terms } }: { source: Source }) {
  const texts = usePageTexts().sources;
  return (
    <p className={styles.rights}>
      {`${rightsText} `}
      {terms ? <RichText text={texts.terms} parts={[(text) => <a href={terms}>{text}</a>]} /> : texts.noTerms}
    </p>
  );
}

function haveSameRights(feeds: readonly Source[]): boolean {
  return new Set(feeds.map(({ rightsText, terms }) => `${rightsText} ${terms}`)).size === 1;
}

function SourceRow({ source, hasOwnRights }: { source: Source; hasOwnRights: boolean }) {
  const texts = usePageTexts().sources;
  const { slug, publisher, title, url, sections, health, healthText, lastSuccess } = source;
  return (
    <li id={slug} className={styles.row} data-health={health}>
      <div>
        <h3 className={styles.feed}>
          {url === null ? (
            title
          ) : (
            <a href={url} rel="noopener nofollow">
              {title}
            </a>
          )}
        </h3>
        <p className={styles.sections}>
          {texts.in}
          {sections.map(({ slug, href, name }, index) => (
            <span key={slug}>
              {index > 0 && ", "}
              <Link to={href}>{name}</Link>
            </span>
          ))}
        </p>
        {health !== "takenDown" && (
          <>
            {hasOwnRights && <Rights source={source} />}
            <p className={styles.feeds}>
              {Object.entries(FORMATS).map(([format, { file, name }]) => (
                <a key={format} href={`/sources/${slug}/${file}`} aria-label={`${name}: ${publisher}, ${title}`}>
                  {name}
                </a>
              ))}
            </p>
          </>
        )}
      </div>
      <div className={styles.state}>
        <p className={isWorking(source) ? styles.working : styles.failing}>{healthText}</p>
        <p className={styles.last}>
          {lastSuccess ? (
            <RichText
              text={texts.lastResponse}
              parts={[
                <time key="time" dateTime={lastSuccess.instant}>
                  {lastSuccess.text}
                </time>,
              ]}
            />
          ) : (
            texts.noResponse
          )}
        </p>
      </div>
      <Bars source={source} />
    </li>
  );
}

function isWorking({ health }: Source): boolean {
  return health === "working" || health === "relayed";
}

const BAR_WIDTH = 10;

const HEIGHT = 40;

/** A chart of stories per day. The caption has the total, for readers who cannot see the chart. */
function Bars({ source: { days, total } }: { source: Source }) {
  const texts = usePageTexts().sources;
  const highest = Math.max(1, ...days.map(({ count }) => count));
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className={styles.bars}>
      <svg
        viewBox={`0 0 ${days.length * BAR_WIDTH} ${HEIGHT}`}
        width={days.length * BAR_WIDTH}
        height={HEIGHT}
        aria-hidden="true"
      >
        {days.map(({ day, text, count }, index) => {
          const height = count === 0 ? 1 : Math.max(3, Math.round((count / highest) * HEIGHT));
          return (
            <rect key={day} x={index * BAR_WIDTH + 1} y={HEIGHT - height} width={BAR_WIDTH - 2} height={height}>
              <title>{`${text}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        {texts.total(total)}
        {first && last && <span className={styles.span}>{texts.span(first.text, last.text)}</span>}
      </figcaption>
    </figure>
  );
}
