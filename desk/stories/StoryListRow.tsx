import { Link } from "react-router";
import type { StoryRow } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getStatus, NEEDS_SOMEBODY, useStatusText } from "../story/storyStatus.ts";
import { getTexts } from "../texts/texts.ts";
import { useMoment } from "../ui/formatTime.ts";
import markCss from "../ui/Mark.module.css";
import css from "./StoryListScreen.module.css";

export function StoryListRow({ row }: { row: StoryRow }) {
  const edition = useEdition();
  const texts = getTexts().stories;
  const format = useMoment();
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
        <p className={NEEDS_SOMEBODY.has(status) ? markCss.mark : undefined}>{useStatusText(status, row)}</p>
        <p className={css.meta}>{texts.saved(format(row.savedAt), row.savedBy)}</p>
      </div>
    </li>
  );
}
