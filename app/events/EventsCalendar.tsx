import type { EventEntry, EventsMonth } from "../../server/calendars/eventViews.ts";
import { Notice } from "../news/Notice.tsx";
import headings from "../ui/Headings.module.css";
import styles from "./EventsCalendar.module.css";
import { MonthTable } from "./MonthTable.tsx";

/** The events of a month as a table and as a list by day. */
export function EventsCalendar({ month }: { month: EventsMonth }) {
  const { title, days, notice } = month;
  return (
    <div className={styles.calendar}>
      <Notice text={notice} />
      <MonthTable month={month} />
      {days.length === 0 && <p className={styles.none}>No events are listed for {title}.</p>}
      {days.map((day) => (
        <section key={day.date} id={`day-${day.date}`} className={styles.day} aria-labelledby={`title-${day.date}`}>
          <h2 id={`title-${day.date}`} className={headings.name}>
            <time dateTime={day.date}>{day.title}</time>
          </h2>
          <ul>
            {day.events.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Entry({ event: { id, title, time, through, place, link, publisher, startsAt } }: { event: EventEntry }) {
  return (
    <li id={id} className={styles.event}>
      <p className={styles.time}>
        <time dateTime={startsAt}>{time}</time>
      </p>
      <div>
        <h3>{link ? <a href={link}>{title}</a> : title}</h3>
        <p className={styles.where}>{[place, through, `From ${publisher}`].filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  );
}
