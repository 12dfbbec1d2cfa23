import { Skeleton } from "../news/Skeleton.tsx";
import list from "./StoryLists.module.css";

/** Placeholders for as many stories as the tallest screen shows. */
const ROWS = Array.from({ length: 24 }, (_, index) => index);

/** Bars that fill the screen in place of a list of stories that is loading. */
export function PendingStories() {
  return (
    <div className={list.pending} aria-hidden="true">
      {ROWS.map((row) => (
        <Skeleton key={row} className={list.headline} lines={2} />
      ))}
    </div>
  );
}
