import { Link } from "react-router";
import type { MyEdition, StoryRow } from "../../server/desk/api/apiTypes.ts";
import { getLanguage, getTexts } from "../texts/texts.ts";
import { formatMoment } from "../ui/formatTime.ts";
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
        <p className={row.overdue === null ? undefined : css.overdue}>{describeState(row, format)}</p>
        <p className={css.meta}>{texts.saved(format(row.savedAt), row.savedBy)}</p>
      </div>
    </li>
  );
}

function describeState(row: StoryRow, format: (at: string) => string): string {
  const { states } = getTexts().stories;
  const { state, overdue, publishAt, publishedAt, submittedAt, isChanged } = row;
  if (overdue !== null) return states.overdue(overdue);
  if (state === "draft") return submittedAt === null ? states.draft : states.submitted(format(submittedAt));
  if (state === "scheduled") return states.scheduled(format(publishAt ?? ""));
  if (state !== "published") return states[state];
  return isChanged ? states.changed : states.published(format(publishedAt ?? row.savedAt));
}
