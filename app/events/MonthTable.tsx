import type { EventsMonth, MonthCell } from "../../server/calendars/eventViews.ts";
import { MonthGrid } from "../calendar/MonthGrid.tsx";
import { ChevronLeft, ChevronRight } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./MonthTable.module.css";

/** Events shown in a day's cell before "2 more". */
const MAX_IN_CELL = 3;

/** A month as a table whose days link to their events in the list below. */
export function MonthTable({ month: { title, previous, next, weekdays, weeks, days } }: { month: EventsMonth }) {
  const listed = new Set(days.map(({ date }) => date));
  return (
    <div className={styles.month}>
      <nav className={styles.pagination} aria-label="Months">
        {previous && (
          <Link to={previous.href} preventScrollReset prefetch="intent" rel="prev">
            <ChevronLeft aria-hidden="true" size={18} strokeWidth={1.8} />
            {previous.title}
          </Link>
        )}
        {next && (
          <Link className={styles.next} to={next.href} preventScrollReset prefetch="intent" rel="next">
            {next.title}
            <ChevronRight aria-hidden="true" size={18} strokeWidth={1.8} />
          </Link>
        )}
      </nav>
      <MonthGrid
        weekdays={weekdays}
        weeks={weeks}
        className={styles.table}
        caption={<caption>{title}</caption>}
        day={(cell) => <Day key={cell.date} cell={cell} isListed={listed.has(cell.date)} />}
      />
    </div>
  );
}

interface DayProps {
  cell: MonthCell;
  /** True if the list has the day. It lists an event of several days on the first one only. */
  isListed: boolean;
}

function Day({ cell: { date, number, isToday, label, events }, isListed }: DayProps) {
  const [first] = events;
  const more = events.length - MAX_IN_CELL;
  return (
    <td aria-current={isToday ? "date" : undefined}>
      {first ? (
        <a className={styles.number} href={isListed ? `#day-${date}` : `#${first.id}`} aria-label={label}>
          {number}
        </a>
      ) : (
        <span className={styles.number}>{number}</span>
      )}
      {events.length > 0 && (
        <ul className={styles.events}>
          {events.slice(0, MAX_IN_CELL).map(({ id, title, time }) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span className={styles.time}>{time}</span> {title}
              </a>
            </li>
          ))}
          {more > 0 && <li>{more} more</li>}
        </ul>
      )}
    </td>
  );
}
