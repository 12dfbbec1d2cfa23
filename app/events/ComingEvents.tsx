import type { UpcomingEvent } from "../../server/calendars/eventViews.ts";
import styles from "./ComingEvents.module.css";

/** The next events, for an embed: links open in the embedding window. */
export function ComingEvents({ events }: { events: UpcomingEvent[] }) {
  if (events.length === 0) return null;
  return (
    <ol className={styles.events}>
      {events.map(({ id, title, day, time, place, href }) => (
        <li key={id}>
          <p className={styles.day}>
            <time dateTime={day.date}>{day.title}</time>, {time}
          </p>
          <h2 className={styles.title}>
            <a href={href} target="_top">
              {title}
            </a>
          </h2>
          {place && <p className={styles.place}>{place}</p>}
        </li>
      ))}
    </ol>
  );
}
