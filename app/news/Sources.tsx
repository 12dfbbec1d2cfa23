import { FORMATS } from "../../core/feed/formats.ts";
import type { Source } from "../../server/news/views.ts";
import { FollowButton } from "../device/FollowButton.tsx";
import headings from "../ui/Headings.module.css";
import { Link } from "../ui/Link.tsx";
import styles from "./Sources.module.css";

/** Where the news comes from: each source with its state in words, and what it brought in two weeks as bars. */
export function Sources({ name, sources }: { name: string; sources: Source[] }) {
  const working = sources.filter(({ health }) => health === "working" || health === "relayed").length;
  return (
    <section className={styles.page}>
      <h1 className={headings.marked}>Sources</h1>
      <p className={styles.intro}>
        {name} reads the public feeds of other newsrooms and says so under every story. This is all of them, with how
        each is doing. A feed that stops answering is asked again for as long as we follow it, and what it sent last
        stays on the page until it is back.
      </p>
      <p className={styles.count}>
        {working} of {sources.length} sources answered when they were last asked.{" "}
        <a href="/sources.opml">Take the list to your feed reader (OPML)</a>
      </p>
      <ul className={styles.list}>
        {sources.map((source) => (
          <SourceRow key={source.url} source={source} />
        ))}
      </ul>
    </section>
  );
}

function SourceRow({ source }: { source: Source }) {
  const { slug, publisher, title, url, sections, health, words, lastSuccess } = source;
  return (
    <li id={slug} className={styles.row} data-health={health}>
      <div>
        <h2 className={styles.publisher}>{publisher}</h2>
        <p className={styles.feed}>
          <a href={url} rel="noopener nofollow">
            {title}
          </a>
        </p>
        <p className={styles.sections}>
          {"In "}
          {sections.map(({ slug, href, name }, index) => (
            <span key={slug}>
              {index > 0 && ", "}
              <Link to={href} prefetch="intent">
                {name}
              </Link>
            </span>
          ))}
        </p>
        <p className={styles.feeds}>
          {Object.entries(FORMATS).map(([format, { file, name }]) => (
            <a key={format} href={`/sources/${slug}/${file}`} aria-label={`${name}: ${publisher}, ${title}`}>
              {name}
            </a>
          ))}
        </p>
        <p className={styles.follow}>
          <FollowButton kind="source" id={publisher} name={publisher} />
        </p>
      </div>
      <div className={styles.state}>
        <p className={health === "working" || health === "relayed" ? styles.well : styles.ill}>{words}</p>
        <p className={styles.last}>
          Last answer: {lastSuccess ? <time dateTime={lastSuccess.instant}>{lastSuccess.text}</time> : "none yet"}
        </p>
      </div>
      <Bars source={source} />
    </li>
  );
}

const BAR = 10;
const HEIGHT = 40;

/** The stories of each day as bars; said in words for those who do not see them. */
function Bars({ source: { days, total } }: { source: Source }) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const first = days[0];
  const last = days.at(-1);
  const label = `${total} ${total === 1 ? "story" : "stories"} in 14 days`;
  return (
    <figure className={styles.bars}>
      <svg viewBox={`0 0 ${days.length * BAR} ${HEIGHT}`} width={days.length * BAR} height={HEIGHT} aria-hidden="true">
        {days.map(({ day, text, count }, index) => {
          const height = count === 0 ? 1 : Math.max(3, Math.round((count / most) * HEIGHT));
          return (
            <rect key={day} x={index * BAR + 1} y={HEIGHT - height} width={BAR - 2} height={height}>
              <title>{`${text}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        {label}
        {first && last && (
          <span className={styles.span}>
            , {first.text} to {last.text}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
