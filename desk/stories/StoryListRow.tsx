import { Link } from "react-router";
import type { MyEdition, StoryRow } from "../../server/desk/api/apiTypes.ts";
import { getStatus, NEEDS_SOMEBODY, type StoryStatus } from "../story/storyStatus.ts";
import { getLanguage, getTexts } from "../texts/texts.ts";
import { formatMoment } from "../ui/formatTime.ts";
import markCss from "../ui/Mark.module.css";
import css from "./StoryListScreen.module.css";

interface StoryListRowProps {
  row: StoryRow;
  edition: MyEdition;
}

/** Shows a story in a list: its headline, its details and its state. */
export function StoryListRow({ row, edition }: StoryListRowProps) {
  const texts = getTexts().stories;
  const place = { timeZone: edition.timeZone, language: getLanguage() };
  const format = (at: string) => formatMoment(at, place, new Date().toISOString());
  const sections = row.sections.map((slug) => edition.sections.find((known) => known.slug === slug)?.name ?? slug);
  const status = getStatus({ ...row, submission: row.submittedAt }, row.isChanged);
  const meta = [row.byline.join(", "), sections.join(", "), texts.words(row.words)].filter((part) => part !== "");
  return (
    <li>
      <div className={css.story}>
        <Link to={`/story/${edition.id}/${row.id}`} className={row.title ? css.headline : css.untitled}>
          {row.title || getTexts().story.untitled}
        </Link>
        <p className={css.meta}>{meta.join(" · ")}</p>
      </div>
      <div className={css.state}>
        <p className={NEEDS_SOMEBODY.has(status) ? markCss.mark : undefined}>{describeState(status, row, format)}</p>
        <p className={css.meta}>{texts.saved(format(row.savedAt), row.savedBy)}</p>
      </div>
    </li>
  );
}

function describeState(status: StoryStatus, row: StoryRow, format: (at: string) => string): string {
  const { states } = getTexts().stories;
  switch (status) {
    case "overdue":
      return states.overdue(row.overdue ?? "");
    case "submitted":
      return states.submitted(format(row.submittedAt ?? row.savedAt));
    case "scheduled":
      return states.scheduled(format(row.publishAt ?? row.savedAt));
    case "published":
      return states.published(format(row.publishedAt ?? row.savedAt));
    default:
      return states[status];
  }
}
