import type { EventEntry, EventsMonth, MonthCell } from "../../server/calendars/eventViews.ts";
import { MonthGrid } from "../calendar/MonthGrid.tsx";
import { useTexts } from "../language/texts.ts";
import { Notice } from "../news/Notice.tsx";
import { ChevronLeft, ChevronRight } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./EventsCalendar.module.css";
import table from "./MonthTable.module.css";

/** Maximum number of events in a day's cell. The cell shows the number of further events, such as "2 more". */
const MAX_EVENTS_IN_CELL = 3;

/** A month's events as a table and as a list by day. */
export function EventsCalendar({ month }: { month: EventsMonth }) {
  const { events } = useTexts();
  const { title, days, notice } = month;
  return (
    <div className={styles.calendar}>
      <Notice text={notice} />
      <MonthTable month={month} />
      {days.length === 0 && <p className={styles.none}>{events.none(title)}</p>}
      {days.map((day) => (
        <section key={day.date} id={`day-${day.date}`} className={styles.day} aria-labelledby={`title-${day.date}`}>
          <h2 id={`title-${day.date}`}>
            <time dateTime={day.date}>{day.title}</time>
          </h2>
          <ul>
            {day.events.map((event) => (
              <EventItem key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A month as a table whose days link to their events in the list below. */
function MonthTable({ month: { title, previous, next, weekdays, weeks, days } }: { month: EventsMonth }) {
  const { events } = useTexts();
  const listed = new Set(days.map(({ date }) => date));
  return (
    <div className={table.month}>
      <nav className={table.pagination} aria-label={events.months}>
        {previous && (
          <Link to={previous.href} preventScrollReset prefetch="intent" rel="prev">
            <ChevronLeft size={18} />
            {previous.title}
          </Link>
        )}
        {next && (
          <Link className={table.next} to={next.href} preventScrollReset prefetch="intent" rel="next">
            {next.title}
            <ChevronRight size={18} />
          </Link>
        )}
      </nav>
      <MonthGrid
        weekdays={weekdays}
        weeks={weeks}
        className={table.table}
        caption={<caption>{title}</caption>}
        renderDay={(cell) => <DayCell key={cell.date} cell={cell} isListed={listed.has(cell.date)} />}
      />
    </div>
  );
}

/**
 * A day of the table.
 *
 * @param isListed true if the list below the table contains this day. An event of several days is listed only once, on
 * its first day on the page.
 */
function DayCell({ cell, isListed }: { cell: MonthCell; isListed: boolean }) {
  const texts = useTexts().events;
  const { date, number, isToday, label, events } = cell;
  const [first] = events;
  const more = events.length - MAX_EVENTS_IN_CELL;
  return (
    <td aria-current={isToday ? "date" : undefined}>
      {first ? (
        <a className={table.number} href={isListed ? `#day-${date}` : `#${first.id}`} aria-label={label}>
          {number}
        </a>
      ) : (
        <span className={table.number}>{number}</span>
      )}
      {events.length > 0 && (
        <ul className={table.events}>
          {events.slice(0, MAX_EVENTS_IN_CELL).map(({ id, title, time }) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span className={table.time}>{time}</span> {title}
              </a>
            </li>
          ))}
          {more > 0 && <li>{texts.more(more)}</li>}
        </ul>
      )}
    </td>
  );
}

function EventItem({ event: { id, title, time, through, place, link, publisher, startsAt } }: { event: EventEntry }) {
  const { events } = useTexts();
  return (
    <li id={id} className={styles.event}>
      <p className={styles.time}>
        <time dateTime={startsAt}>{time}</time>
      </p>
      <div>
        <h3>{link ? <a href={link}>{title}</a> : title}</h3>
        <p className={styles.where}>{[place, through, events.from(publisher)].filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  );
}
