import { usePageTexts } from "../language/pageTexts.ts";
import type { Route } from "../routes/+types/embedEvents";
import styles from "./ComingEvents.module.css";
import { Wall } from "./Wall.tsx";

export function EventsWall({ loaderData: { title, href, stories, notice, coming } }: Route.ComponentProps) {
  const { embed } = usePageTexts();
  return (
    <Wall title={title} stories={stories} notice={notice} allLink={{ text: embed.allOf(title), href }}>
      {coming.map(({ id, title, day, time, place, href }) => (
        <li key={id}>
          <div className={styles.event}>
            <p className={styles.day}>
              <time dateTime={day.date}>{day.title}</time>, {time}
            </p>
            <h2 className={styles.title}>
              <a href={href} target="_top">
                {title}
              </a>
            </h2>
            {place && <p className={styles.place}>{place}</p>}
          </div>
        </li>
      ))}
    </Wall>
  );
}
