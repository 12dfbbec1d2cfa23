import type { Result } from "../../server/news/search/views.ts";
import rows from "../news/Rows.module.css";
import { Row } from "../news/Rows.tsx";
import { Pieces } from "./Highlighted.tsx";

/** What was found, a row each. */
export function Results({ results }: { results: readonly Result[] }) {
  return (
    <ol className={rows.rows}>
      {results.map(({ story, title, excerpt }) => (
        <li key={story.slug}>
          <Row story={story} title={<Pieces pieces={title} />} deck={<Pieces pieces={excerpt} />} />
        </li>
      ))}
    </ol>
  );
}
